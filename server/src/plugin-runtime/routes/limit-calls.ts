import { PlatformError, systemClock, type RateLimit, type Route } from '../../kernel/index.ts';

type Handler = Route['handler'];

/** Refuses calls beyond the limit of `@RateLimit` before the handler runs. (design 3.2) */
export const limited =
  (handler: Handler, limit: Pick<RateLimit, 'hit'>): Handler =>
  (ctx) => {
    const wait = limit.hit(ctx.user ? `user ${ctx.user.userId}` : ctx.remoteAddress, systemClock.now());
    if (wait === 0) return handler(ctx);
    ctx.reply.header('retry-after', String(wait));
    throw new PlatformError({
      code: 'RATE_LIMITED',
      status: 429,
      message: ctx.user ? 'Too many requests of this user.' : 'Too many requests from this address.',
      fix: `Try again in ${wait} seconds.`,
    });
  };
