import { nameOf, PlatformError, propertyOf, reasonOf } from '../../kernel/index.ts';

/** The time limit of one call to another system, and its caller's wish to end it. */
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

  /** Counts the time anew. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#own.abort(), this.#timeoutMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** What the caller gets for a failure. */
  failure(error: unknown): unknown {
    if (this.#own.signal.aborted) {
      return new PlatformError({
        code: 'HTTP_TIMEOUT',
        status: 504,
        message: `${this.#host} did not answer within ${this.#timeoutMs} ms.`,
        fix: 'Try again; raise the timeout where the other system needs longer.',
        cause: error,
      });
    }
    if (this.#caller?.aborted || nameOf(error) === 'PlatformError') return error;
    const cause = propertyOf(error, 'cause') ?? error;
    return new PlatformError({
      code: 'HTTP_UNREACHABLE',
      status: 502,
      message: `${this.#host} cannot be reached: ${reasonOf(cause)}`,
      fix: 'Check the address, and that the other system runs.',
      cause: error,
    });
  }
}
