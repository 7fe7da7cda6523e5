/** One entry of an error's `details` list, for example a finding of the package inspector. */
export interface ErrorDetail {
  code?: string;
  severity?: string;
  entry?: string;
  pointer?: string;
  message: string;
  fix?: string;
}

export interface ApiErrorInit {
  code: string;
  status: number;
  message: string;
  requestId?: string;
  details?: unknown;
  fix?: string;
  cause?: unknown;
}

/**
 * A request that did not succeed (design 2.2). `code` is the server's stable code, or one of the
 * shell's own: `NETWORK_UNREACHABLE`, `REQUEST_TIMEOUT`, `REQUEST_ABORTED`, `RESPONSE_INVALID`.
 * `status` is 0 when no answer came.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: unknown;
  readonly fix: string | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message, { cause: init.cause });
    this.name = 'ApiError';
    this.code = init.code;
    this.status = init.status;
    this.requestId = init.requestId;
    this.details = init.details;
    this.fix = init.fix;
  }

  /** The entries of `details` that are readable as a list of findings. */
  get findings(): ErrorDetail[] {
    return findingsIn(this.details);
  }
}

/** The findings among the details of an error. */
export function findingsIn(details: unknown): ErrorDetail[] {
  return Array.isArray(details) ? details.filter(isErrorDetail) : [];
}

/** Whether the shell itself aborted the request, which is not worth reporting. */
export function isAborted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REQUEST_ABORTED';
}

function isErrorDetail(value: unknown): value is ErrorDetail {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { message?: unknown }).message === 'string'
  );
}
