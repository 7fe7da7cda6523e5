import type { Logger } from '../kernel/index.ts';

/** Repeats work at an interval and logs its errors. @returns a function that ends it */
export function repeat(ms: number, work: () => Promise<void>, logger: Logger): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => logger.error('The scheduler met an error', { error }));
  }, ms).unref();
  return () => clearInterval(timer);
}
