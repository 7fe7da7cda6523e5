import { UserRegisteredEvent, type EventPublisher } from '@platform/plugin-sdk/core';
import type { Database, Ids } from '../../data/index.ts';
import type { LoginUser } from '../../kernel/index.ts';
import type { LoginAttempts } from '../auth/delays/index.ts';
import { assertHolds } from '../auth/authority.ts';
import type { FactorStore } from '../auth/factor/index.ts';
import { loadGrants } from '../auth/grants.ts';
import { normalUserName } from '../auth/accounts.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Sessions } from '../auth/sessions.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, found, unlessTaken } from '../shared/failures.ts';
import { keepingASuperAdmin } from './super-admins.ts';
import type { UserRoles } from './user-roles.ts';

/** The last moment that every database can write. */
const LOCKED_BY_HAND = '9999-12-31T23:59:59.000Z';

export interface UserDetails {
  readonly nickName?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly avatar?: string | null;
  readonly status?: 0 | 1;
  readonly remark?: string | null;
}

export interface NewUser extends UserDetails {
  readonly userName: string;
  readonly nickName: string;
  /** Absent: one is generated. */
  readonly password?: string;
  readonly roleIds?: readonly number[];
}

export interface UserChange extends UserDetails {
  readonly userId: number;
  /** Absent: the roles stay. */
  readonly roleIds?: readonly number[];
}

/** A generated password is returned once; only its hash is stored. */
export interface PasswordResult {
  readonly userId: number;
  readonly password?: string;
}

export interface UserCommandParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly attempts: LoginAttempts;
  readonly roles: UserRoles;
  readonly factors: FactorStore;
  readonly events: EventPublisher;
}

/** Changes users of the tenant in context; another tenant's answer 404. */
export class UserCommands {
  readonly #parts: UserCommandParts;

  constructor(parts: UserCommandParts) {
    this.#parts = parts;
  }

  /**
   * @throws USER_NAME_TAKEN (409), PASSWORD_TOO_WEAK (400), PRIVILEGE_EXCEEDED (403), ROLE_UNKNOWN
   *   (400)
   */
  async create(actor: LoginUser, user: NewUser): Promise<PasswordResult> {
    const { database, events, ids, passwords, roles } = this.#parts;
    const userName = normalUserName(user.userName);
    const { password, hash, changedAt } = await passwords.choose(userName, user.password);
    const userId = ids.next();
    const store = async (): Promise<void> => {
      await database.query
        .insertInto('sys_user')
        .values({
          user_id: userId,
          user_name: userName,
          nick_name: user.nickName,
          email: user.email ?? null,
          phone: user.phone ?? null,
          avatar: user.avatar ?? null,
          status: user.status ?? 1,
          remark: user.remark ?? null,
          password_hash: hash,
          password_changed_at: changedAt,
        })
        .execute();
      await roles.assign(actor, userId, user.roleIds ?? []);
      const { tenantId } = actor;
      await events.publish(new UserRegisteredEvent({ userId, userName, tenantId, source: 'console' }));
    };
    await unlessTaken(
      () => nameTaken(userName),
      () => database.transaction(store),
    );
    return { userId, ...(user.password === undefined ? { password } : {}) };
  }

  /** @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, LAST_SUPER_ADMIN, USER_SELF */
  async update(actor: LoginUser, change: UserChange): Promise<void> {
    const { database, roles, sessions } = this.#parts;
    const { userId } = change;
    if (change.status === 0) assertOther(actor, userId, 'disable');
    await keepingASuperAdmin(database, async () => {
      await this.#manageable(actor, [userId]);
      const columns = changesOf({
        nick_name: change.nickName,
        email: change.email,
        phone: change.phone,
        avatar: change.avatar,
        status: change.status,
        remark: change.remark,
      });
      if (columns) {
        await database.query.updateTable('sys_user').set(columns).where('user_id', '=', userId).execute();
      }
      if (change.roleIds) await roles.assign(actor, userId, change.roleIds);
      if (change.status === 0) await sessions.end({ userIds: [userId] });
    });
    sessions.refreshUsers([userId]);
  }

  /**
   * Sets a password and ends every session of the user.
   *
   * @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, PASSWORD_TOO_WEAK
   */
  async resetPassword(actor: LoginUser, userId: number, given?: string): Promise<PasswordResult> {
    const { database, passwords, sessions, attempts } = this.#parts;
    const [user] = await this.#manageable(actor, [userId]);
    const { user_name: userName } = found(user, 'user');
    const chosen = await passwords.choose(userName, given);
    await database.transaction(async () => {
      await passwords.store(userId, chosen);
      await sessions.end({ userIds: [userId] });
    });
    await attempts.clear(actor.tenantId, userName);
    return { userId, ...(given === undefined ? { password: chosen.password } : {}) };
  }

  /**
   * Locks an account until it is unlocked, and ends its sessions.
   *
   * @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, USER_SELF
   */
  async lock(actor: LoginUser, userId: number): Promise<void> {
    const { database, sessions } = this.#parts;
    assertOther(actor, userId, 'lock');
    await this.#manageable(actor, [userId]);
    await database.transaction(async () => {
      await this.#setLock(userId, LOCKED_BY_HAND);
      await sessions.end({ userIds: [userId] });
    });
  }

  /**
   * Takes back the lock by hand, and the waits that failed logins have set.
   *
   * @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED
   */
  async unlock(actor: LoginUser, userId: number): Promise<void> {
    const [user] = await this.#manageable(actor, [userId]);
    await this.#setLock(userId, null);
    await this.#parts.attempts.clear(actor.tenantId, found(user, 'user').user_name);
  }

  async #setLock(userId: number, lockedUntil: string | null): Promise<void> {
    await this.#parts.database.query
      .updateTable('sys_user')
      .set({ locked_until: lockedUntil })
      .where('user_id', '=', userId)
      .execute();
  }

  /**
   * Removes authenticator and recovery codes of a user who has lost them, and ends their sessions.
   *
   * @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, USER_SELF
   */
  async resetSecondFactor(actor: LoginUser, userId: number): Promise<void> {
    const { database, sessions, factors } = this.#parts;
    assertOther(actor, userId, 'reset the second factor of');
    await this.#manageable(actor, [userId]);
    await database.transaction(async () => {
      await factors.remove([userId]);
      await sessions.end({ userIds: [userId] });
    });
  }

  /** @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, LAST_SUPER_ADMIN, USER_SELF */
  async remove(actor: LoginUser, userIds: readonly number[]): Promise<number> {
    const { database, sessions, factors, passwords } = this.#parts;
    for (const userId of userIds) assertOther(actor, userId, 'remove');
    await keepingASuperAdmin(database, async () => {
      await this.#manageable(actor, userIds);
      await database.query.deleteFrom('sys_user_role').where('user_id', 'in', userIds).execute();
      await database.query.deleteFrom('sys_user').where('user_id', 'in', userIds).execute();
      await factors.remove(userIds);
      await passwords.forget(userIds);
      await database.query.deleteFrom('sys_user_identity').where('user_id', 'in', userIds).execute();
      await sessions.end({ userIds });
    });
    return userIds.length;
  }

  /** The users, all of this tenant and none with more rights than the actor. */
  async #manageable(actor: LoginUser, userIds: readonly number[]) {
    const { database } = this.#parts;
    const users = await database.query
      .selectFrom('sys_user')
      .where('user_id', 'in', userIds)
      .select(['user_id', 'user_name'])
      .execute();
    if (users.length < userIds.length) found(undefined, 'user');
    for (const { user_id: userId } of users) {
      if (userId !== actor.userId) assertHolds(actor, (await loadGrants(database, userId)).permissions);
    }
    return users;
  }
}

function nameTaken(userName: string) {
  return conflict('USER_NAME_TAKEN', `The user ${userName} already exists.`, 'Choose another user name.');
}

/** @throws USER_SELF (409) */
function assertOther(actor: LoginUser, userId: number, what: string): void {
  if (userId !== actor.userId) return;
  throw conflict('USER_SELF', `You cannot ${what} your own account.`, 'Ask another administrator.');
}
