import { availableParallelism, totalmem } from 'node:os';
import { PlatformError, type PlatformConfig } from '../kernel/index.ts';

/** Memory that a worker and its applications take under load, in bytes. */
const WORKER_BYTES = 512 * 2 ** 20;

/** How many workers the host has. */
export interface Workers {
  readonly count: number;
  /** Why `auto` is one worker; undefined otherwise. */
  readonly reason: string | undefined;
}

/**
 * Obstacles to several workers side by side, each with the setting to change. Files need
 * nothing: the workers of one host have one data directory. (design 10.2; docs/decisions/0135)
 */
export const obstaclesOf = ({ cache, database }: PlatformConfig): string[] => [
  ...(database.type === 'sqlite' ? ['database.type is sqlite, which one process writes'] : []),
  ...(cache.type === 'memory' ? ['cache.type is memory, which one process sees'] : []),
];

/**
 * Reads `server.workers`.
 *
 * @param machine what `auto` is limited by: cores, and bytes of memory of the machine or container
 * @throws WORKERS_NOT_SHARED for a number above 1 where they would not see the same data
 */
export function workersOf(config: PlatformConfig, machine = thisMachine()): Workers {
  const { workers } = config.server;
  const obstacles = obstaclesOf(config);
  const most = Math.max(1, Math.min(machine.cores, Math.floor(machine.memory / WORKER_BYTES)));
  const count = workers === 'auto' ? most : Number(workers);
  if (count === 1 || obstacles.length === 0) return { count, reason: undefined };
  const why = obstacles.join('; ');
  if (workers === 'auto') return { count: 1, reason: `server.workers is auto, and one worker runs: ${why}.` };
  throw new PlatformError({
    code: 'WORKERS_NOT_SHARED',
    message: `server.workers is ${workers}, but the workers would not share their data: ${why}.`,
    fix: 'Set database.type to mysql or postgres and cache.type to redis, or server.workers to 1.',
  });
}

function thisMachine(): { readonly cores: number; readonly memory: number } {
  // The limit of a container; 0 or a number beyond all memory where there is none.
  const limit = process.constrainedMemory();
  return { cores: availableParallelism(), memory: limit > 0 ? Math.min(limit, totalmem()) : totalmem() };
}
