import { randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { aloneWorker, PlatformError, reasonOf, serviceToken, type ThisWorker } from '../../kernel/index.ts';
import { isBusy } from '../dialects/sqlite/busy.ts';

/**
 * Identifies the data directory among those of one database: letters, digits and hyphens, at most
 * 25. Workers of one supervisor share it.
 */
export const MACHINE_ID = serviceToken<string>('machine id');

/**
 * Identifies this host among those of one database: its data directory, and from the second worker
 * on its number. It survives restarts: at most 29 characters.
 */
export const HOST_ID = serviceToken<string>('host id');

/** Identifies this process among those of one database: its row in `sys_node`. (design 10.7-12) */
export const NODE_ID = serviceToken<string>('node id');

/** @param number of a worker, from 1 */
export const hostIdOf = (machineId: string, number: number): string =>
  number === 1 ? machineId : `${machineId}-${number}`;

/** Whether a host is a worker of a data directory. */
export const isHostOf = (machineId: string, hostId: string): boolean =>
  hostId === machineId || hostId.startsWith(`${machineId}-`);

/** A killed process may keep the lock for a moment, in milliseconds. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

/** A data directory that this process has locked. */
interface HeldDirectory {
  readonly machineId: string;
  readonly release: () => void;
}

interface HoldOptions {
  /** Time to wait for another process to end, in milliseconds. */
  readonly patienceMs?: number;
  /** Processes of one group hold the directory together. Default: this one alone. */
  readonly group?: ThisWorker['group'];
}

/**
 * Locks the data directory for a group of processes, by `lock.db`: each keeps a transaction open
 * that reads who the group is, and only who excludes all others may change that.
 *
 * The lock ends with the process, however it dies. (design 16-10; docs/decisions/0135)
 *
 * @throws DATA_DIRECTORY_IN_USE naming the other process, DATA_DIRECTORY_UNUSABLE
 */
export async function holdDataDirectory(
  directory: string,
  { patienceMs = PATIENCE_MS, group = aloneWorker().group }: HoldOptions = {},
): Promise<HeldDirectory> {
  const file = join(directory, 'lock.db');
  let database: DatabaseSync;
  try {
    await mkdir(directory, { recursive: true });
    database = new DatabaseSync(file);
  } catch (error) {
    throw unusable(directory, error);
  }
  try {
    const machineId = await hold(database, group, performance.now() + patienceMs);
    if (machineId === undefined) throw inUse(directory, holderIn(database));
    return { machineId, release: () => database.close() };
  } catch (error) {
    database.close();
    throw error instanceof PlatformError ? error : unusable(directory, error);
  }
}

/** @returns undefined when another group keeps the lock for too long */
async function hold(
  database: DatabaseSync,
  group: ThisWorker['group'],
  until: number,
): Promise<string | undefined> {
  for (;;) {
    const machineId = joined(database, group);
    if (machineId !== undefined) return machineId;
    if (begin(database, 'exclusive')) {
      sign(database, group);
      database.exec('commit');
      // Another group may come first between the two locks.
      const own = joined(database, group);
      if (own !== undefined) return own;
    }
    if (performance.now() > until) return undefined;
    await sleep(PAUSE_MS);
  }
}

/** Keeps a shared lock where the directory is the group's. */
function joined(database: DatabaseSync, { id }: ThisWorker['group']): string | undefined {
  if (!begin(database, 'deferred')) return undefined;
  const row = attempt(() => holderOf(database));
  if (row?.group === id) return row.machineId;
  database.exec('rollback');
  return undefined;
}

const begin = (database: DatabaseSync, kind: 'exclusive' | 'deferred'): boolean =>
  attempt(() => (database.exec(`begin ${kind}`), true)) ?? false;

/** @returns undefined while another process excludes this one */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

interface Holder {
  readonly machineId: string;
  readonly process: string;
  /** Undefined where an earlier version has written it. */
  readonly group: string | undefined;
}

function holderOf(database: DatabaseSync): Holder | undefined {
  const known = database.prepare("select 1 from sqlite_master where name = 'host'").get();
  const row = known && database.prepare('select * from host').get();
  if (!row) return undefined;
  const group = row['holder'];
  return {
    machineId: String(row['id']),
    process: String(row['process']),
    group: typeof group === 'string' ? group : undefined,
  };
}

/** Writes who holds the directory; it keeps its name. */
function sign(database: DatabaseSync, { id, pid }: ThisWorker['group']): void {
  const former = holderOf(database)?.machineId;
  const process = `process ${pid} on ${hostname()}, since ${new Date().toISOString()}`;
  database.exec('drop table if exists host');
  database.exec('create table host (id text not null, process text not null, holder text not null)');
  database.prepare('insert into host values (?, ?, ?)').run(former ?? newId(), process, id);
}

const newId = (): string =>
  `${hostname()
    .replaceAll(/[^\w-]/g, '-')
    .slice(0, 16)}-${randomBytes(4).toString('hex')}`;

function holderIn(database: DatabaseSync): string {
  try {
    database.exec('pragma busy_timeout = 1000');
    return holderOf(database)?.process ?? 'another process';
  } catch {
    return 'another process';
  }
}

const inUse = (directory: string, holder: string): PlatformError =>
  new PlatformError({
    code: 'DATA_DIRECTORY_IN_USE',
    message: `The data directory ${directory} is in use by another host: ${holder}.`,
    fix: 'Stop that host, or set platform.data-dir to another directory.',
  });

/** Causes that SQLite reports as "unable to open database file". */
function obstacleOf(directory: string): string | undefined {
  try {
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    const user = process.getuid?.() ?? userInfo().username;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') return `the user ${user} may not write to it`;
    return code === 'EROFS' ? 'its file system is read-only' : undefined;
  }
}

const unusable = (directory: string, cause: unknown): PlatformError =>
  new PlatformError({
    code: 'DATA_DIRECTORY_UNUSABLE',
    message: `The data directory ${directory} cannot be used: ${obstacleOf(directory) ?? reasonOf(cause)}`,
    fix: 'Check that the directory is writable, that the disk has space, and that the file system supports locks.',
    cause,
  });
