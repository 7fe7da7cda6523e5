import { PlatformError } from '../../kernel/index.ts';

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
