import type { ClusterBus } from '../infra/index.ts';
import type { RateSums, RateWindows, Undo } from '../kernel/index.ts';

const TOPIC = 'rates';
/** Time between two messages in milliseconds; within it each host counts for itself. */
const EXCHANGE_MS = 1_000;
/** Addresses of which a host tells at a time. */
const MOST = 2_000;

/**
 * Tells the other hosts each second what was counted here, so that a limit holds for all of them
 * together, but for what they let through within that second. (design 16-13)
 */
export function exchangeRates(rates: RateWindows, bus: ClusterBus, everyMs = EXCHANGE_MS): Undo {
  const timer = setInterval(() => {
    const sums = rates.takeUntold(MOST);
    if (Object.keys(sums).length > 0) bus.publish(TOPIC, sums);
  }, everyMs).unref();
  const unsubscribe = bus.subscribe(TOPIC, {
    heard: (body) => rates.hear(body as Readonly<Record<string, RateSums>>),
    // What was counted meanwhile is over with the minute.
    missed: () => undefined,
  });
  return () => {
    clearInterval(timer);
    return unsubscribe();
  };
}
