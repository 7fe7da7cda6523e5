import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError, serviceToken, type Clock } from '../../kernel/index.ts';
import type { Database } from '../database.ts';
import { isHostOf } from './data-directory.ts';
import { NODE_BEAT_MS, NODE_LEASE_MS } from './node-lease.ts';
import { isRunning } from './process-scope.ts';

const PAUSE_MS = 100;

/** Where a process belongs. */
export interface ProcessOrigin {
  /** Id of its supervisor, or its own without one. */
  readonly group: string;
  readonly scope: string;
}

/** Identity that this process writes into its row in `sys_node`. */
export const PROCESS_ORIGIN = serviceToken<ProcessOrigin>('process origin');

interface CopyParts {
  readonly database: Database;
  /** That of the database. */
  readonly clock: Clock;
  readonly machineId: string;
  readonly origin: ProcessOrigin;
  readonly directory: string;
  /** Time in which a living process renews its lease, in milliseconds. */
  readonly patienceMs?: number;
}

/**
 * Refuses a data directory that is a copy of one in use, since it brings its name along: two hosts
 * of one name would take each other's tasks, messages and numbers. (docs/decisions/0142)
 *
 * The caller holds the lock of the directory. So a lease under its name that another group of
 * processes renews from now on is that of another directory. Whose process has ended on this
 * machine renews none; nobody waits for that.
 *
 * @throws DATA_DIRECTORY_COPIED naming the other process
 */
export async function assertNotCopied({ patienceMs = 2 * NODE_BEAT_MS, ...parts }: CopyParts): Promise<void> {
  const { clock, directory } = parts;
  const heldAt = clock.now();
  const until = performance.now() + patienceMs;
  for (;;) {
    const nodes = await others(parts);
    const living = nodes.find((node) => Date.parse(node.heartbeat_at) > heldAt);
    if (living) throw copied(directory, living);
    if (nodes.length === 0 || performance.now() > until) return;
    await sleep(PAUSE_MS);
  }
}

type Node = Awaited<ReturnType<typeof others>>[number];

/** Hosts with the same id that may be alive, except the workers of this supervisor. */
async function others({ database, clock, machineId, origin }: CopyParts) {
  const rows = await database.query
    .selectFrom('sys_node')
    .select(['address', 'heartbeat_at', 'host_id', 'machine', 'pid', 'process_group', 'process_scope'])
    .where('process_group', '!=', origin.group)
    .where('heartbeat_at', '>=', new Date(clock.now() - NODE_LEASE_MS).toISOString())
    .execute();
  return rows
    .filter(({ host_id }) => isHostOf(machineId, host_id))
    .filter(({ pid, process_scope }) => process_scope !== origin.scope || isRunning(pid));
}

const copied = (directory: string, { address, machine, pid }: Node): PlatformError =>
  new PlatformError({
    code: 'DATA_DIRECTORY_COPIED',
    message: `The data directory ${directory} is a copy of that of a host which runs: process ${pid} on ${machine}${address && ` (${address})`}.`,
    fix: 'Delete "lock.db" in the copy, so that it is given a name of its own, and start again.',
  });
