import { isAxiosError, isCancel } from 'axios';
import { ApiError } from './api-error.ts';

/** The {@link ApiError} for a request that got no answer at all. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isCancel(error) || (error instanceof DOMException && error.name === 'AbortError')) {
    return new ApiError({
      code: 'REQUEST_ABORTED',
      status: 0,
      message: 'The request was cancelled.',
      cause: error,
    });
  }
  if (isAxiosError(error) && (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT')) {
    return new ApiError({
      code: 'REQUEST_TIMEOUT',
      status: 0,
      message: 'The server did not answer in time.',
      cause: error,
    });
  }
  return new ApiError({
    code: 'NETWORK_UNREACHABLE',
    status: 0,
    message: 'The server could not be reached.',
    cause: error,
  });
}
