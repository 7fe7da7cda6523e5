import type { Duration } from '../core/index.ts';
import { factFor, factKey } from '../metadata/index.ts';

/** When a method runs: by the calendar, or again and again after a span of time. */
export type ScheduleTimes =
  | {
      /** Five fields, or six with seconds in front: `0 3 * * *`, `30 0 3 * * *`. */
      readonly cron: string;
      /** IANA name such as `Europe/Berlin`; default: that of the host. */
      readonly timeZone?: string;
    }
  | {
      /** From one run's beginning to the next one's; at most 24 days. */
      readonly every: Duration;
    };

export type ScheduledOptions = ScheduleTimes & {
  /**
   * `none` (default) runs once without a tenant, so tenant tables show no rows. `each` runs once
   * for every tenant that has the application enabled.
   */
  readonly tenants?: 'none' | 'each';
};

/** One scheduled method. */
export interface ScheduledFact {
  readonly method: string | symbol;
  readonly options: ScheduledOptions;
}

export const SCHEDULED = factKey<ScheduledFact[]>('scheduled', () => []);

/**
 * Runs a method of a bean on **every** instance of the host while the application is loaded;
 * what may run only once needs `LockService`, or a job of the scheduler center. A run that is
 * due while the former one continues is left out. Another time needs another package. (spec: L5;
 * design 3.8, 9.4-23)
 *
 * @example `@Scheduled({ every: '5m' }) sweep() { … }`
 */
export function Scheduled(options: ScheduledOptions) {
  return <This>(
    _method: (this: This) => void | Promise<void>,
    { metadata, name }: ClassMethodDecoratorContext<This>,
  ): void => void factFor(metadata, SCHEDULED).push({ method: name, options });
}
