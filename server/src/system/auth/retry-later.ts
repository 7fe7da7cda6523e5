import { PlatformError, type Ctx } from '../../kernel/index.ts';

/** A refusal that ends by waiting; the answer carries `Retry-After`. */
export class RetryLater extends PlatformError {
  readonly seconds: number;

  constructor(code: 'LOGIN_LOCKED' | 'LOGIN_RATE_LIMITED', message: string, seconds: number) {
    super({
      code,
      status: 429,
      message,
      fix: `Try again in ${seconds} seconds.`,
      details: { retryAfterSeconds: seconds },
    });
    this.seconds = seconds;
  }
}

/** Runs work for a request; a refusal that ends by waiting reports it in `Retry-After`. */
export async function retryable<T>(ctx: Pick<Ctx, 'reply'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RetryLater) ctx.reply.header('retry-after', String(error.seconds));
    throw error;
  }
}
