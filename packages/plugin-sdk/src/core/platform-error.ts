/** Fields of a {@link PlatformError}. */
export interface PlatformErrorOptions {
  /** Stable code in capitals, as in `docs/errors.md`. Applications use their own prefix. */
  readonly code: string;
  /** HTTP status, 400 to 599. Default 500. */
  readonly status?: number;
  /** Event and cause, as a sentence for people. */
  readonly message: string;
  /** Advice, as a sentence for people. */
  readonly fix?: string;
  /** Machine-readable particulars, sent to the client. */
  readonly details?: unknown;
  readonly cause?: unknown;
}

/**
 * The error that host and applications respond with: code, HTTP status, message and fix. (design
 * 1.6, 9.3-14)
 *
 * Any other error becomes `INTERNAL_ERROR` with status 500 and a request id.
 *
 * @example
 * ```ts
 * throw new PlatformError({
 *   code: 'NOTES_LIMIT',
 *   status: 409,
 *   message: 'The list already has 100 notes.',
 *   fix: 'Delete a note first.',
 * });
 * ```
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
