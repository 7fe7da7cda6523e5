import { PlatformError } from '../../kernel/index.ts';
import { describeDatabase, type ServerConfig } from './config.ts';
import { permanentFailure, reasonOf } from './failures.ts';

/** Codes of PostgreSQL, MySQL and Node for an unreachable server. */
const lost = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300'],
  ...['PROTOCOL_CONNECTION_LOST', 'ER_SERVER_SHUTDOWN', 'ER_CONNECTION_KILLED', 'ER_CON_COUNT_ERROR'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
]);
/** `pg` assigns no code to these errors. */
const lostInWords = /^Connection terminated|^timeout e(xceeded|xpired)|is not queryable$/;

/** The activity during which the server became unreachable. */
export type Moment = 'connect' | 'statement' | 'commit';

/**
 * Names the unreachable database, and whether the statement may have taken effect. (design 6.3)
 *
 * @returns DATABASE_UNREACHABLE (503), DATABASE_LOGIN_REFUSED, DATABASE_MISSING, or other errors
 *    unchanged
 */
export function namingLoss(config: ServerConfig, moment: Moment, error: unknown): unknown {
  if (error instanceof PlatformError) return error;
  if (moment === 'connect') return permanentFailure(config, error) ?? unreachable(config, moment, error);
  return isLoss(error) ? unreachable(config, moment, error) : error;
}

function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, fatal } = error as { readonly code?: unknown; readonly fatal?: unknown };
  if (fatal === true || (typeof code === 'string' && (lost.has(code) || code.startsWith('08')))) return true;
  return code === undefined && lostInWords.test(error.message);
}

function unreachable(config: ServerConfig, moment: Moment, error: unknown): PlatformError {
  const database = describeDatabase(config);
  const reason = reasonOf(error);
  return new PlatformError({
    code: 'DATABASE_UNREACHABLE',
    status: 503,
    message: {
      connect: `${database} does not respond: ${reason}`,
      statement: `The connection to ${database} was lost: ${reason}. Its transaction was rolled back.`,
      commit: `The connection to ${database} was lost during a commit: ${reason}. The transaction was committed as a whole or not at all.`,
    }[moment],
    fix: {
      connect: 'Check that the database is running, then try again. The host reconnects by itself.',
      statement: 'Try again. The host reconnects by itself.',
      commit: 'Check whether the change was made before you try again.',
    }[moment],
    cause: error,
  });
}
