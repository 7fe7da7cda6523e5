import { nameOf, PlatformError, propertyOf, reasonOf } from '../../kernel/index.ts';

/** Time limit and cancellation of one call to another system. */
export class CallLimits {
  readonly signal: AbortSignal;
  readonly #own = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #host: string;
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(host: string, timeoutMs: number, caller: AbortSignal | undefined) {
    this.#host = host;
    this.#timeoutMs = timeoutMs;
    this.#caller = caller;
    this.signal = caller ? AbortSignal.any([this.#own.signal, caller]) : this.#own.signal;
    this.restart();
  }

  /** Restarts the time limit. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#own.abort(), this.#timeoutMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Maps a failure to the error that the caller gets. */
  failure(error: unknown): unknown {
    if (this.#own.signal.aborted) {
      return new PlatformError({
        code: 'HTTP_TIMEOUT',
        status: 504,
        message: `${this.#host} did not respond within ${this.#timeoutMs} ms.`,
        fix: 'Try again, or raise the timeout of the call.',
        cause: error,
      });
    }
    if (this.#caller?.aborted || nameOf(error) === 'PlatformError') return error;
    const cause = propertyOf(error, 'cause') ?? error;
    return new PlatformError({
      code: 'HTTP_UNREACHABLE',
      status: 502,
      message: `${this.#host} cannot be reached: ${reasonOf(cause)}`,
      fix: 'Check the address and that the other system is running.',
      cause: error,
    });
  }
}
