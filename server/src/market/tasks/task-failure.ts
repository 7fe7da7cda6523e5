import { isError, PlatformError, reasonOf, toPlatformError } from '../../kernel/index.ts';
import type { FailureParams, TaskFailure } from './task.ts';

/**
 * Converts a thrown value to a task's failure; an unknown error keeps its text for the operator.
 */
export function toTaskFailure(stage: string, thrown: unknown): TaskFailure {
  const error = explained(thrown);
  const { loadStage, params } = (error.details ?? {}) as { loadStage?: unknown; params?: unknown };
  return {
    stage,
    code: error.code,
    message: error.message,
    fix: error.fix ?? 'Check the log of the host, then start it again.',
    ...(typeof loadStage === 'string' ? { loadStage } : {}),
    ...(areParams(params) ? { params } : {}),
  };
}

/** The error that stops a task which another process has declared failed. */
export function errorOf({ code, message, fix }: TaskFailure): PlatformError {
  return new PlatformError({ code, status: 504, message, fix: fix ?? '' });
}

/** An application's error may carry any value in this field. */
function areParams(value: unknown): value is FailureParams {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part === 'string' || typeof part === 'number');
}

/** Keeps the text of an error without a code, which operators read. */
function explained(thrown: unknown): PlatformError {
  const error = toPlatformError(thrown);
  if (error.code !== 'INTERNAL_ERROR' || !isError(thrown)) return error;
  const { code, status } = error;
  return new PlatformError({ code, status, message: reasonOf(thrown), cause: thrown });
}
