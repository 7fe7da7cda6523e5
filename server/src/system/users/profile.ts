import type { Database } from '../../data/index.ts';
import { PlatformError, type LoginUser } from '../../kernel/index.ts';
import type { LoginAttempts } from '../auth/delays/index.ts';
import { confirmOwnPassword } from '../auth/confirm-own-password.ts';
import type { OwnSessions } from '../auth/own-sessions.ts';
import type { PasswordHasher } from '../auth/password-hash.ts';
import type { Passwords } from '../auth/passwords.ts';
import { changesOf } from '../shared/changes.ts';
import type { UserListRow, UserQueries } from './user-queries.ts';

export interface ProfileChange {
  readonly nickName?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly avatar?: string | null;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
}

/** The profile that users see and change themselves. */
export class Profile {
  readonly #parts: {
    readonly database: Database;
    readonly passwords: Passwords;
    readonly hasher: PasswordHasher;
    readonly users: UserQueries;
    readonly own: OwnSessions;
    readonly attempts: LoginAttempts;
  };

  constructor(parts: {
    database: Database;
    passwords: Passwords;
    hasher: PasswordHasher;
    users: UserQueries;
    own: OwnSessions;
    attempts: LoginAttempts;
  }) {
    this.#parts = parts;
  }

  get(user: LoginUser): Promise<UserListRow> {
    return this.#parts.users.get(user.userId);
  }

  async update(user: LoginUser, change: ProfileChange): Promise<void> {
    const columns = changesOf({
      nick_name: change.nickName,
      email: change.email,
      phone: change.phone,
      avatar: change.avatar,
    });
    if (columns) {
      await this.#parts.database.query
        .updateTable('sys_user')
        .set(columns)
        .where('user_id', '=', user.userId)
        .execute();
    }
  }

  /**
   * Changes the own password and ends the other sessions. Guessing the old one counts as failed
   * logins.
   *
   * @returns how many sessions were ended
   * @throws OLD_PASSWORD_WRONG (400), LOGIN_LOCKED (429), PASSWORD_TOO_WEAK (400),
   *   PASSWORD_UNCHANGED, PASSWORD_REUSED (409)
   */
  async changePassword(
    user: LoginUser,
    { oldPassword, newPassword, ip, signal }: PasswordChange,
  ): Promise<number> {
    const { database, own, passwords } = this.#parts;
    await confirmOwnPassword(this.#parts, { user, password: oldPassword, ip, signal }, wrongPassword);
    await passwords.assertUnused(user.userId, newPassword);
    const chosen = await passwords.choose(user.userName, newPassword, 'newPassword');
    return database.transaction(async () => {
      await passwords.store(user.userId, chosen);
      return own.endOthers(user);
    });
  }
}

function wrongPassword(): PlatformError {
  return new PlatformError({
    code: 'OLD_PASSWORD_WRONG',
    status: 400,
    message: 'The old password is wrong.',
    fix: 'Enter your current password.',
    details: { field: 'oldPassword' },
  });
}
