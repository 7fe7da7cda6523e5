import type { Clock, Logger } from '../kernel/index.ts';
import type { DueTimes } from './due-times.ts';
import { PolledTimes } from './polled-times.ts';
import type { TaskStore } from './task-store.ts';

/** The store of due tasks: the database, Redis, or none for a disabled center. */
export type CenterKind = 'embedded' | 'redis' | 'disabled';

export interface CenterOptions {
  readonly tasks: TaskStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tickMs: number;
  /** Prefix of every key on Redis. */
  readonly keyPrefix: string;
}

/** @param address `scheduler.center.address` (spec: Middleware; design 3.8) */
export function centerKind(address: string): CenterKind {
  if (address === '') return 'disabled';
  return address === 'embedded' ? 'embedded' : 'redis';
}

/** The due times of a center; a disabled center has none. */
export async function openCenter(address: string, options: CenterOptions): Promise<DueTimes> {
  switch (centerKind(address)) {
    case 'embedded':
      return new PolledTimes(options);
    case 'redis': {
      // Loaded on demand, since loading it is slow.
      const { QueuedTimes } = await import('./queued-times.ts');
      return new QueuedTimes({ ...options, url: address, prefix: `${options.keyPrefix}scheduler` });
    }
    case 'disabled':
      return { start: async () => undefined, follow: async () => undefined, close: async () => undefined };
  }
}
