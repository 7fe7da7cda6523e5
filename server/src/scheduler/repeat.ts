import type { Logger } from '../kernel/index.ts';

/** Does work again and again; what it throws is logged. @returns how to end it */
export function repeat(ms: number, work: () => Promise<void>, logger: Logger): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => logger.error('The scheduler met an error', { error }));
  }, ms).unref();
  return () => clearInterval(timer);
}
