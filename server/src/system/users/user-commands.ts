import { UserRegisteredEvent, type EventPublisher } from '@platform/plugin-sdk/core';
import type { Database, Ids } from '../../data/index.ts';
import { Semaphore, type LoginUser } from '../../kernel/index.ts';
import type { LoginAttempts } from '../auth/delays/index.ts';
import type { FactorStore } from '../auth/factor/index.ts';
import { normalUserName } from '../auth/accounts.ts';
import type { NewPassword, Passwords } from '../auth/passwords.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RightsLog } from '../logs/rights-log.ts';
import { changesOf } from '../shared/changes.ts';
import { conflict, taken, found, unlessTaken } from '../shared/failures.ts';
import { stateOf } from '../shared/states.ts';
import type { TenantLimits } from '../shared/tenant-limits.ts';
import type { DataScopes } from '../shared/data-scope.ts';
import type { Restored } from '../undo/removals.ts';
import { managedUsers, type ManagedUser } from './managed-users.ts';
import { keepingASuperAdmin } from './super-admins.ts';
import type { UserPlace, UserPosts } from './user-posts.ts';
import type { UserRoles } from './user-roles.ts';

/** The last moment that every database can write. */
const LOCKED_BY_HAND = '9999-12-31T23:59:59.000Z';

export interface UserDetails extends UserPlace {
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
  readonly log: RightsLog;
  readonly events: EventPublisher;
  readonly limits: TenantLimits;
  readonly posts: UserPosts;
  readonly scopes: DataScopes;
}

/** Changes users of the tenant in context; another tenant's answer 404. */
export class UserCommands {
  readonly #parts: UserCommandParts;

  constructor(parts: UserCommandParts) {
    this.#parts = parts;
  }

  /**
   * @throws USER_NAME_TAKEN (409), PASSWORD_TOO_WEAK (400), PRIVILEGE_EXCEEDED (403), ROLE_UNKNOWN
   *   (400), TENANT_USER_LIMIT (409)
   */
  async create(actor: LoginUser, user: NewUser): Promise<PasswordResult> {
    const prepared = await this.#prepare(user);
    const { userName, userId, password } = prepared;
    await unlessTaken(
      () => nameTaken(userName),
      () =>
        this.#parts.database.transaction(async () => {
          await this.#parts.limits.assertRoomForUsers(actor.tenantId);
          await this.#store(actor, user, prepared);
        }),
    );
    return { userId, ...(user.password === undefined ? { password } : {}) };
  }

  /**
   * Adds all of them, or none, with identifiers in their order. Passwords are hashed before the
   * transaction begins, which would hold others up.
   *
   * @throws as {@link create} does
   */
  async createAll(actor: LoginUser, users: readonly NewUser[]): Promise<PasswordResult[]> {
    const { database, limits } = this.#parts;
    const hashing = new Semaphore(2);
    const prepared = await Promise.all(users.map((user) => hashing.run(() => this.#prepare(user))));
    await unlessTaken(
      () => nameTaken('of one of the lines'),
      () =>
        database.transaction(async () => {
          await limits.assertRoomForUsers(actor.tenantId, users.length);
          for (const [index, user] of users.entries()) {
            const ready = prepared[index];
            if (ready) await this.#store(actor, user, ready);
          }
        }),
    );
    return prepared.map(({ userId, password }) => ({ userId, password }));
  }

  async #prepare(user: NewUser): Promise<PreparedUser> {
    const { ids, passwords } = this.#parts;
    const userName = normalUserName(user.userName);
    // Hashing takes the users in order, but does not end in order.
    const userId = ids.next();
    const { password, hash, changedAt } = await passwords.choose(userName, user.password, 'password');
    return { userId, userName, password, hash, changedAt };
  }

  async #store(actor: LoginUser, user: NewUser, prepared: PreparedUser): Promise<void> {
    const { database, events, roles, log, posts } = this.#parts;
    const { userId, userName, hash, changedAt } = prepared;
    await posts.assertKnown(user);
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
        dept_id: user.deptId ?? null,
        remark: user.remark ?? null,
        password_hash: hash,
        password_changed_at: changedAt,
      })
      .execute();
    await log.record(userState(userName, [], [stateOf(user.status ?? 1)]));
    await roles.assign(actor, userId, user.roleIds ?? []);
    await posts.assign(userId, user.postIds ?? []);
    const { tenantId } = actor;
    await events.publish(new UserRegisteredEvent({ userId, userName, tenantId, source: 'console' }));
  }

  /** @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, LAST_SUPER_ADMIN, USER_SELF */
  async update(actor: LoginUser, change: UserChange): Promise<void> {
    const { database, roles, sessions, log, posts, scopes } = this.#parts;
    const { userId } = change;
    if (change.status === 0) assertOther(actor, userId, 'disable');
    await keepingASuperAdmin(database, async () => {
      const [user] = await this.#manageable(actor, [userId]);
      const limit = await scopes.of(actor);
      const columns = changesOf({
        nick_name: change.nickName,
        email: change.email,
        phone: change.phone,
        avatar: change.avatar,
        status: change.status,
        dept_id: change.deptId,
        remark: change.remark,
      });
      await posts.assertKnown(change);
      if (columns) {
        await database.query.updateTable('sys_user').set(columns).where('user_id', '=', userId).execute();
      }
      if (user && change.status !== undefined) {
        await log.record(userState(user.user_name, [stateOf(user.status)], [stateOf(change.status)]));
      }
      if (change.deptId !== undefined) await scopes.assertWithin(limit, [userId]);
      if (change.roleIds) await roles.assign(actor, userId, change.roleIds);
      if (change.postIds) await posts.assign(userId, change.postIds);
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
    const { database, passwords, sessions, attempts, log } = this.#parts;
    const [user] = await this.#manageable(actor, [userId]);
    const { user_name: userName } = found(user, 'user');
    const chosen = await passwords.choose(userName, given);
    await database.transaction(async () => {
      await passwords.store(userId, chosen);
      const subject = userName;
      await log.record({ kind: 'user-credentials', subject, before: [], after: ['password'] });
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
    const [user] = await this.#manageable(actor, [userId]);
    await database.transaction(async () => {
      await this.#setLock(found(user, 'user'), LOCKED_BY_HAND);
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
    await this.#parts.database.transaction(() => this.#setLock(found(user, 'user'), null));
    await this.#parts.attempts.clear(actor.tenantId, found(user, 'user').user_name);
  }

  async #setLock(user: ManagedUser, lockedUntil: string | null): Promise<void> {
    await this.#parts.database.query
      .updateTable('sys_user')
      .set({ locked_until: lockedUntil })
      .where('user_id', '=', user.user_id)
      .execute();
    const locked = (until: string | null) => (until === null ? [] : ['locked']);
    await this.#parts.log.record(userState(user.user_name, locked(user.locked_until), locked(lockedUntil)));
  }

  /**
   * Removes authenticator and recovery codes of a user who has lost them, and ends their sessions.
   *
   * @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, USER_SELF
   */
  async resetSecondFactor(actor: LoginUser, userId: number): Promise<void> {
    const { database, sessions, factors, log } = this.#parts;
    assertOther(actor, userId, 'reset the second factor of');
    const [user] = await this.#manageable(actor, [userId]);
    const subject = found(user, 'user').user_name;
    await database.transaction(async () => {
      const before = (await factors.enrolledAmong([userId])).has(userId) ? ['second-factor'] : [];
      await factors.remove([userId]);
      await log.record({ kind: 'user-credentials', subject, before, after: [] });
      await sessions.end({ userIds: [userId] });
    });
  }

  /** @throws RECORD_NOT_FOUND, PRIVILEGE_EXCEEDED, LAST_SUPER_ADMIN, USER_SELF */
  async remove(actor: LoginUser, userIds: readonly number[]): Promise<number> {
    const { database, sessions, factors, passwords, posts, roles, log } = this.#parts;
    for (const userId of userIds) assertOther(actor, userId, 'remove');
    await keepingASuperAdmin(database, async () => {
      const users = await this.#manageable(actor, userIds);
      await roles.clear(users.map((user) => ({ userId: user.user_id, userName: user.user_name })));
      const removed = users.map((user) => userState(user.user_name, [stateOf(user.status)], ['removed']));
      await log.record(...removed);
      await database.query.deleteFrom('sys_user').where('user_id', 'in', userIds).execute();
      await posts.forget(userIds);
      await factors.remove(userIds);
      await passwords.forget(userIds);
      await database.query.deleteFrom('sys_user_identity').where('user_id', 'in', userIds).execute();
      await sessions.end({ userIds });
    });
    return userIds.length;
  }

  /**
   * Puts a removed user back; sessions and tokens stay ended.
   *
   * @throws TENANT_USER_LIMIT (409), RECORD_NOT_FOUND (404) out of reach, PRIVILEGE_EXCEEDED (403)
   */
  async restore({ actor, recordId: userId, insert }: Restored): Promise<void> {
    const { limits, roles, log } = this.#parts;
    await limits.assertRoomForUsers(actor.tenantId);
    await insert();
    const [user] = await this.#manageable(actor, [userId]);
    const { user_name: userName, status } = found(user, 'user');
    await log.record(userState(userName, ['removed'], [stateOf(status)]));
    await roles.recordRestored({ userId, userName });
  }

  #manageable(actor: LoginUser, userIds: readonly number[]): Promise<ManagedUser[]> {
    return managedUsers(this.#parts, actor, userIds);
  }
}

interface PreparedUser {
  readonly userId: number;
  readonly userName: string;
  readonly password: string;
  readonly hash: string;
  readonly changedAt: NewPassword['changedAt'];
}

const userState = (subject: string, before: string[], after: string[]) => ({
  kind: 'user-state' as const,
  subject,
  before,
  after,
});

function nameTaken(userName: string) {
  return taken(
    'userName',
    'USER_NAME_TAKEN',
    `The user ${userName} already exists.`,
    'Choose another user name.',
  );
}

/** @throws USER_SELF (409) */
function assertOther(actor: LoginUser, userId: number, what: string): void {
  if (userId !== actor.userId) return;
  throw conflict('USER_SELF', `You cannot ${what} your own account.`, 'Ask another administrator.');
}
