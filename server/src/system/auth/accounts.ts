import { PlatformError, requestContext, type Clock } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';

/** Stored for users who have none, as those whom a provider has added: no password fits it. */
export const NO_PASSWORD = '';

/** A user as a login sees them. */
export interface Account {
  readonly userId: number;
  readonly userName: string;
  readonly tenantId: string;
  readonly passwordHash: string;
  /** Null for a generated one. */
  readonly passwordChangedAt: string | null;
  /** With the tenant. */
  readonly enabled: boolean;
  /** By hand. */
  readonly locked: boolean;
}

/** Reads users of every tenant, before there is a session. */
export class Accounts {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @param userName as {@link normalUserName} spells it */
  byName(tenantId: string, userName: string): Promise<Account | undefined> {
    return requestContext.runIgnoringTenant(async () =>
      this.#account(
        await this.#select()
          .where('u.tenant_id', '=', tenantId)
          .where('u.user_name', '=', userName)
          .executeTakeFirst(),
      ),
    );
  }

  byId(userId: number): Promise<Account | undefined> {
    return requestContext.runIgnoringTenant(async () =>
      this.#account(await this.#select().where('u.user_id', '=', userId).executeTakeFirst()),
    );
  }

  /** Notes a login that has succeeded. */
  async noteLogin({ userId, tenantId }: Account, ip: string): Promise<void> {
    await requestContext.runAs(tenantId, () =>
      this.#database.query
        .updateTable('sys_user')
        .set({ last_login_time: this.#now(), last_login_ip: ip })
        .where('user_id', '=', userId)
        .execute(),
    );
  }

  #select() {
    return this.#database.query
      .selectFrom('sys_user as u')
      .innerJoin('sys_tenant as t', 't.tenant_code', 'u.tenant_id')
      .select(['u.user_id', 'u.user_name', 'u.tenant_id', 'u.password_hash', 'u.password_changed_at'])
      .select(['u.status', 'u.locked_until', 't.status as tenant_status', 't.expire_time']);
  }

  #account(row: Row | undefined): Account | undefined {
    if (!row) return undefined;
    const now = this.#now();
    const tenantLives = row.tenant_status === 1 && (row.expire_time === null || row.expire_time > now);
    return {
      userId: row.user_id,
      userName: row.user_name,
      tenantId: row.tenant_id,
      passwordHash: row.password_hash,
      passwordChangedAt: row.password_changed_at,
      enabled: row.status === 1 && tenantLives,
      locked: row.locked_until !== null && row.locked_until > now,
    };
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}

interface Row {
  readonly user_id: number;
  readonly user_name: string;
  readonly tenant_id: string;
  readonly password_hash: string;
  readonly password_changed_at: string | null;
  readonly status: number;
  readonly locked_until: string | null;
  readonly tenant_status: number;
  readonly expire_time: string | null;
}

/** Names are compared without regard to case, on every database alike. */
export const normalUserName = (name: string): string => name.trim().toLowerCase();

/** @throws ACCOUNT_DISABLED, ACCOUNT_LOCKED (403) */
export function assertUsable({ enabled, locked }: Account): void {
  if (!enabled) {
    throw new PlatformError({
      code: 'ACCOUNT_DISABLED',
      status: 403,
      message: 'This account is disabled.',
      fix: 'Ask an administrator to enable it.',
    });
  }
  if (locked) {
    throw new PlatformError({
      code: 'ACCOUNT_LOCKED',
      status: 403,
      message: 'An administrator has locked this account.',
      fix: 'Ask an administrator to unlock it.',
    });
  }
}
