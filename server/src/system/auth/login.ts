import { PlatformError, requestContext, type Clock } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { LoginLog } from '../logs/login-log.ts';
import { networkOf, type LoginAttempts } from './delays/index.ts';
import type { PasswordHasher } from './password-hash.ts';
import { RetryLater } from './retry-later.ts';
import type { IssuedToken, Sessions } from './sessions.ts';

export interface LoginRequest {
  readonly userName: string;
  readonly password: string;
  readonly tenantId: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
}

interface Account {
  readonly user_id: number;
  readonly user_name: string;
  readonly password_hash: string;
  readonly enabled: boolean;
  readonly locked: boolean;
}

/** Warns the owner of an account that its password may be under attack. */
export type WarnOwner = (owner: { readonly tenantId: string; readonly userId: number }, ip: string) => void;

/** Counts requests by address. @returns 0, or the seconds to wait */
export interface AddressLimit {
  hit(address: string, now: number): number;
}

export interface LoginParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
  readonly addresses: AddressLimit;
  readonly sessions: Sessions;
  readonly log: LoginLog;
  readonly warnOwner: WarnOwner;
}

/** Names are compared without regard to case, on every database alike. */
export const normalUserName = (name: string): string => name.trim().toLowerCase();

/**
 * The login: rate limit by address, waits by account and network, one answer for whatever is wrong.
 * (design 2.2)
 */
export class Login {
  readonly #parts: LoginParts;

  constructor(parts: LoginParts) {
    this.#parts = parts;
  }

  /**
   * @throws LOGIN_RATE_LIMITED (429), LOGIN_LOCKED (429), LOGIN_FAILED (401), ACCOUNT_DISABLED and
   *   ACCOUNT_LOCKED (403, only to whoever knows the password)
   */
  async login(request: LoginRequest): Promise<IssuedToken> {
    // An IPv6 address counts as its network, since one client has a whole network.
    const source = request.ip.includes(':') ? networkOf(request.ip) : request.ip;
    const wait = this.#parts.addresses.hit(source, this.#parts.clock.now());
    if (wait > 0) {
      throw new RetryLater('LOGIN_RATE_LIMITED', 'Too many logins from this address.', wait);
    }
    const userName = normalUserName(request.userName);
    try {
      return await this.#attempt({ ...request, userName });
    } catch (error) {
      if (error instanceof PlatformError) {
        this.#parts.log.record({ ...request, userName, event: 'login', success: false, reason: error.code });
      }
      throw error;
    }
  }

  async #attempt(request: LoginRequest): Promise<IssuedToken> {
    const { attempts, hasher, sessions, log, warnOwner } = this.#parts;
    const { tenantId, userName } = request;
    const { alarming } = await attempts.begin(request);
    const account = await this.#find(tenantId, userName);
    const right = await hasher.verify(request.password, account?.password_hash);
    if (!account || !right) {
      if (alarming && account) warnOwner({ tenantId, userId: account.user_id }, request.ip);
      throw failed();
    }
    await attempts.succeed(request);
    if (!account.enabled) throw disabled();
    if (account.locked) throw lockedByHand();
    const owner = { ...request, userName: account.user_name, userId: account.user_id };
    const issued = await sessions.begin(owner);
    await this.#note(account.user_id, request);
    log.record({ ...owner, event: 'login', success: true });
    return issued;
  }

  #find(tenantId: string, userName: string): Promise<Account | undefined> {
    const now = new Date(this.#parts.clock.now()).toISOString();
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#parts.database.query
        .selectFrom('sys_user as u')
        .innerJoin('sys_tenant as t', 't.tenant_code', 'u.tenant_id')
        .where('u.tenant_id', '=', tenantId)
        .where('u.user_name', '=', userName)
        .select(['u.user_id', 'u.user_name', 'u.password_hash', 'u.status', 'u.locked_until'])
        .select(['t.status as tenant_status', 't.expire_time'])
        .executeTakeFirst();
      if (!row) return undefined;
      const tenantLives = row.tenant_status === 1 && (row.expire_time === null || row.expire_time > now);
      const locked = row.locked_until !== null && row.locked_until > now;
      return { ...row, enabled: row.status === 1 && tenantLives, locked };
    });
  }

  async #note(userId: number, { tenantId, ip }: LoginRequest): Promise<void> {
    const now = new Date(this.#parts.clock.now()).toISOString();
    await requestContext.runAs(tenantId, () =>
      this.#parts.database.query
        .updateTable('sys_user')
        .set({ last_login_time: now, last_login_ip: ip })
        .where('user_id', '=', userId)
        .execute(),
    );
  }
}

function failed(): PlatformError {
  return new PlatformError({
    code: 'LOGIN_FAILED',
    status: 401,
    message: 'The user name or the password is wrong.',
    fix: 'Check both. An administrator can set a new password.',
  });
}

function disabled(): PlatformError {
  return new PlatformError({
    code: 'ACCOUNT_DISABLED',
    status: 403,
    message: 'This account is disabled.',
    fix: 'Ask an administrator to enable it.',
  });
}

function lockedByHand(): PlatformError {
  return new PlatformError({
    code: 'ACCOUNT_LOCKED',
    status: 403,
    message: 'An administrator has locked this account.',
    fix: 'Ask an administrator to unlock it.',
  });
}
