import { PlatformError, toPlatformError } from '../../kernel/index.ts';
import type { FailureParams, TaskFailure } from './task.ts';

const diskFull = new Set(['ENOSPC', 'EDQUOT']);
const databaseGone = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  '57P01',
  '57P03',
]);
/** What drivers say without a code when they are asked on a connection that has broken. */
const connectionGone = /connection (is in closed state|terminated|error|lost)/i;

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

/** What an operator can do something about has a code of its own, also where it comes from Node or a driver. */
function explained(thrown: unknown): PlatformError {
  const error = toPlatformError(thrown);
  if (error.code !== 'INTERNAL_ERROR' || !(thrown instanceof Error)) return error;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (diskFull.has(code)) {
    return new PlatformError({
      code: 'DISK_FULL',
      status: 507,
      message: `There is no room left on the disk: ${sentence(thrown.message)}`,
      fix: 'Make room where platform.data-dir lies, then start it again.',
      cause: thrown,
    });
  }
  if (databaseGone.has(code) || connectionGone.test(thrown.message)) {
    return new PlatformError({
      code: 'DATABASE_UNREACHABLE',
      status: 503,
      message: `The database went away: ${sentence(thrown.message)}`,
      fix: 'Check that the database runs, then start it again.',
      cause: thrown,
    });
  }
  return new PlatformError({
    code: error.code,
    status: error.status,
    message: thrown.message,
    cause: thrown,
  });
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
