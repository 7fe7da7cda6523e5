/** What a {@link PlatformError} is made from. */
export interface PlatformErrorOptions {
  /** Stable, upper-case, in the vocabulary of `docs/errors.md`; an application uses its own prefix. */
  readonly code: string;
  /** HTTP status, 400 to 599. Default 500. */
  readonly status?: number;
  /** What happened and why, for a person. */
  readonly message: string;
  /** What to do about it. */
  readonly fix?: string;
  /** Machine-readable particulars, sent to the client. */
  readonly details?: unknown;
  readonly cause?: unknown;
}

/**
 * The one error that host and applications answer with: it carries a stable code, an HTTP status and what to
 * do. Anything else that is thrown becomes `INTERNAL_ERROR` with status 500 and a request id. (design 1.6, 9.3-14)
 */
export class PlatformError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fix: string | undefined;
  readonly details: unknown;

  constructor(options: PlatformErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PlatformError';
    this.code = options.code;
    this.status = options.status ?? 500;
    this.fix = options.fix;
    this.details = options.details;
  }
}
