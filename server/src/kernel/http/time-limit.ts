import { PlatformError } from '@platform/plugin-sdk/core';

/**
 * Gives a handler a time limit. After it the answer is 504; a later result is dropped.
 * (design 9.3-15)
 *
 * @param limit milliseconds; undefined sets no limit
 * @param result of the handler, which has just been called
 */
export function withinTime(
  limit: number | undefined,
  result: unknown,
  ctx: { abort(reason: Error): void },
): unknown {
  if (limit === undefined || !(result instanceof Promise)) return result;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new PlatformError({
        code: 'PLUGIN_TIMEOUT',
        status: 504,
        message: `The application did not respond within ${limit} ms.`,
        fix: 'Try again. If it happens again, ask the operator to check the application.',
      });
      ctx.abort(error);
      reject(error);
    }, limit);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
