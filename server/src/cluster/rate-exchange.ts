import type { ClusterBus } from '../infra/index.ts';
import { systemTimers, type RateSums, type RateLimits, type Timers, type Undo } from '../kernel/index.ts';

const TOPIC = 'rates';
/** Time between two messages of up to a hundred hosts; within it each counts for itself. */
const EXCHANGE_MS = 1_000;
/** Addresses of which a host tells at a time. */
const MOST = 2_000;
/**
 * Hosts that may tell in the same second. Each message goes to all hosts, so that more of them have
 * to tell less often: at 1,000 hosts, every ten seconds.
 */
const TELLING = 100;

export interface ExchangeOptions {
  /** How many hosts there are. */
  readonly hosts?: () => number;
  readonly timers?: Timers;
}

/**
 * Tells the other hosts each second what was counted here, so that a limit holds for all of them
 * together, but for what they let through within that second. (design 16-13)
 */
export function exchangeRates(
  rates: RateLimits,
  bus: ClusterBus,
  { hosts = () => 1, timers = systemTimers }: ExchangeOptions = {},
): Undo {
  let seconds = 0;
  const stop = timers.every(EXCHANGE_MS, () => {
    seconds += 1;
    if (seconds < hosts() / TELLING) return;
    seconds = 0;
    const sums = rates.takeUnreported(MOST);
    if (Object.keys(sums).length > 0) bus.publish(TOPIC, sums);
  });
  const unsubscribe = bus.subscribe(TOPIC, {
    received: (body) => rates.receive(body as Readonly<Record<string, RateSums>>),
    // Counts of the past minute no longer matter.
    missed: () => undefined,
  });
  return () => {
    void stop();
    return unsubscribe();
  };
}
