import type { Logger } from './logger.ts';
import { reasonOf } from './thrown.ts';

/**
 * Repeats work at an interval. A failure is logged when its reason is another one than that of the
 * turn before, as where a service goes away, and once more when the work succeeds again.
 *
 * @param failed told with the error
 * @returns a function that ends it
 */
export function repeat(ms: number, work: () => Promise<void>, logger: Logger, failed: string): () => void {
  let reason: string | undefined;
  const turn = async (): Promise<void> => {
    try {
      await work();
      if (reason !== undefined) logger.info(`${failed}: this is over`, { reason });
      reason = undefined;
    } catch (error) {
      if (reason !== reasonOf(error)) logger.error(failed, { error });
      reason = reasonOf(error);
    }
  };
  const timer = setInterval(() => void turn(), ms).unref();
  return () => clearInterval(timer);
}
