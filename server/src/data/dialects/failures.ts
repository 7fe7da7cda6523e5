import { codeOf, isA, PlatformError, reasonOf as reasonThrown } from '../../kernel/index.ts';
import { describeDatabase, type DatabaseConfig } from './config.ts';

const refused = new Set([
  '28P01',
  '28000',
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
]);
const missing = new Set(['3D000', 'ER_BAD_DB_ERROR']);

/** Interprets a failed connection for which waiting does not help. */
export function permanentFailure(config: DatabaseConfig, error: unknown): PlatformError | undefined {
  if (error instanceof PlatformError) return error.code === 'DATABASE_UNREACHABLE' ? undefined : error;
  const where = describeDatabase(config);
  const code = codeOf(error);
  if (config.type === 'sqlite') {
    return new PlatformError({
      code: 'DATABASE_FILE_UNUSABLE',
      message: `${where} cannot be opened: ${reasonOf(error)}`,
      fix: 'Check that the directory is writable, and that the file is an undamaged database.',
      cause: error,
    });
  }
  if (refused.has(code)) {
    return new PlatformError({
      code: 'DATABASE_LOGIN_REFUSED',
      status: 503,
      message: `${where} refused user ${config.user}: ${reasonOf(error)}`,
      fix: 'Set database.user and database.password.',
      cause: error,
    });
  }
  if (!missing.has(code)) return undefined;
  return new PlatformError({
    code: 'DATABASE_MISSING',
    status: 503,
    message: `${where} has no database ${config.name}.`,
    fix: 'Create an empty database, or set database.name.',
    cause: error,
  });
}

export function unreachable(config: DatabaseConfig, waitedMs: number, error: unknown): PlatformError {
  return new PlatformError({
    code: 'DATABASE_UNREACHABLE',
    status: 503,
    message: `${describeDatabase(config)} did not respond within ${Math.round(waitedMs / 1000)} s: ${reasonOf(error)}`,
    fix: 'Check that the server is running, and check database.type, database.host and database.port.',
    cause: error,
  });
}

/** The driver's error, unwrapped. */
export function reasonOf(error: unknown): string {
  return reasonThrown(isA(error, PlatformError) && error.cause !== undefined ? error.cause : error);
}
