import { factFor, factKey } from '../metadata/index.ts';

/** Calls a minute, by method name. */
export const RATE_LIMITS = factKey<Map<string | symbol, number>>('rateLimits', () => new Map());

/**
 * Limits how often one caller calls a route: a user by account, others by address. Further calls
 * are answered with 429 and `Retry-After`, without running the method. All hosts count together;
 * within a second each may let through what is left. (design 3.2, 16-13)
 *
 * @example
 * ```ts
 * @Post('/coupons/redeem')
 * @RateLimit({ perMinute: 10 })
 * redeem(ctx: Ctx) { … }
 * ```
 */
export function RateLimit({ perMinute }: { readonly perMinute: number }) {
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) {
    throw new RangeError(`@RateLimit: perMinute is ${perMinute}, but has to be a whole number from 1.`);
  }
  return (_handler: unknown, context: ClassMethodDecoratorContext): void =>
    void factFor(context.metadata, RATE_LIMITS).set(context.name, perMinute);
}
