import { isError, PlatformError, reasonOf, toPlatformError } from '../../kernel/index.ts';
import type { FailureParams, TaskFailure } from './task.ts';

/** A thrown value as a task's failure: what is not known is named by its text, for the operator who reads it. */
export function failureOf(stage: string, thrown: unknown): TaskFailure {
  const error = explained(thrown);
  const { loadStage, params } = (error.details ?? {}) as { loadStage?: unknown; params?: unknown };
  return {
    stage,
    code: error.code,
    message: error.message,
    fix: error.fix ?? 'Look at the log of the host for what happened, then start it again.',
    ...(typeof loadStage === 'string' ? { loadStage } : {}),
    ...(areParams(params) ? { params } : {}),
  };
}

/** An application's own error may carry anything under that name. */
function areParams(value: unknown): value is FailureParams {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part === 'string' || typeof part === 'number');
}

/** An operator reads the text of an error that has no code. */
function explained(thrown: unknown): PlatformError {
  const error = toPlatformError(thrown);
  if (error.code !== 'INTERNAL_ERROR' || !isError(thrown)) return error;
  const { code, status } = error;
  return new PlatformError({ code, status, message: reasonOf(thrown), cause: thrown });
}
