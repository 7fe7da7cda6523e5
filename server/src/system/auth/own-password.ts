import type { Database } from '../../data/index.ts';
import type { LoginUser, PlatformError } from '../../kernel/index.ts';
import { found } from '../shared/failures.ts';
import type { LoginAttempts } from './delays/index.ts';
import type { PasswordHasher } from './password-hash.ts';

/** The input of a check of the own password. */
export interface OwnPassword {
  readonly user: LoginUser;
  readonly password: string;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
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
  { user, password, ip, signal }: OwnPassword,
  wrong: () => PlatformError,
): Promise<void> {
  const attempt = { tenantId: user.tenantId, userName: user.userName, ip, signal };
  await attempts.begin(attempt);
  const row = await database.query
    .selectFrom('sys_user')
    .where('user_id', '=', user.userId)
    .select('password_hash')
    .executeTakeFirst();
  if (!(await hasher.verify(password, found(row, 'user').password_hash))) throw wrong();
  await attempts.succeed(attempt);
}
