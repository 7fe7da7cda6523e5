import { PlatformError } from '../../kernel/index.ts';
import { describeDatabase, type ServerConfig } from './config.ts';
import { permanentFailure, reasonOf } from './failures.ts';

/** SQLSTATE of PostgreSQL, codes of MySQL and of Node for a server, or a way to it, that is not there. */
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
/** `pg` gives these errors no code. */
const lostInWords = /^Connection terminated|^timeout e(xceeded|xpired)|is not queryable$/;

/** What was going on when the server went away. */
export type Moment = 'connect' | 'statement' | 'commit';

/**
 * Names the database that is away, and whether what was asked for may have happened. Other errors stay as they are.
 * (design 6.3)
 *
 * @returns DATABASE_UNREACHABLE (503), DATABASE_LOGIN_REFUSED, DATABASE_MISSING, or the error itself
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
      connect: `${database} does not answer: ${reason}`,
      statement: `The connection to ${database} was lost: ${reason}. Its transaction was rolled back.`,
      commit: `The connection to ${database} was lost during a commit: ${reason}. All of it has happened, or nothing.`,
    }[moment],
    fix: {
      connect: 'Check that the database runs; the host connects by itself. Then try again.',
      statement: 'Try again; the host connects by itself.',
      commit: 'Look whether the change is there before you try again.',
    }[moment],
    cause: error,
  });
}
