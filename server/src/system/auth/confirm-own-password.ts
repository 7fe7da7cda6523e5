import type { Database } from '../../data/index.ts';
import type { LoginUser, PlatformError } from '../../kernel/index.ts';
import { found } from '../shared/failures.ts';
import type { LoginAttempts } from './delays/index.ts';
import type { PasswordHasher } from './password-hash.ts';

/** Person who proves their presence, and the client's address. */
export interface Confirmation {
  readonly user: LoginUser;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
}

/** The input of a check of the own password. */
export interface OwnPassword extends Confirmation {
  readonly password: string;
}

interface Parts {
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
}

/**
 * Checks the password of a logged-in user. A wrong one counts as a failed login.
 *
 * @param wrong the error for a wrong password
 * @throws what `wrong` makes, LOGIN_LOCKED, LOGIN_RATE_LIMITED (429)
 */
export async function confirmOwnPassword(
  { database, hasher, attempts }: Parts,
  given: OwnPassword,
  wrong: () => PlatformError,
): Promise<void> {
  await confirmCounted(attempts, given, wrong, async () => {
    const row = await database.query
      .selectFrom('sys_user')
      .where('user_id', '=', given.user.userId)
      .select('password_hash')
      .executeTakeFirst();
    return hasher.verify(given.password, found(row, 'user').password_hash);
  });
}

/**
 * Runs a check of what a logged-in user has entered. A wrong entry counts as a failed login.
 *
 * @throws what `wrong` makes, LOGIN_LOCKED, LOGIN_RATE_LIMITED (429)
 */
export async function confirmCounted(
  attempts: LoginAttempts,
  { user, ip, signal }: Confirmation,
  wrong: () => PlatformError,
  check: () => Promise<boolean>,
): Promise<void> {
  const attempt = { tenantId: user.tenantId, userName: user.userName, ip, signal };
  await attempts.begin(attempt);
  if (!(await check())) throw wrong();
  await attempts.succeed(attempt);
}
