import { PlatformError, requestContext, type Clock } from '../../kernel/index.ts';
import type { LoginLog } from '../logs/login-log.ts';
import { assertUsable, NO_PASSWORD, normalUserName, type Account, type Accounts } from './accounts.ts';
import { networkOf, type LoginAttempts } from './delays/index.ts';
import { codeWrong, type Enrolment, type SecondFactor } from './factor/index.ts';
import type { LoginTickets, TicketContent } from './login-tickets.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { Passwords } from './passwords.ts';
import { RetryLater } from './retry-later.ts';
import type { IssuedToken, SessionOrigin, Sessions } from './sessions.ts';

/** From where a step of a login comes. */
export interface LoginSource {
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** Aborts when the client goes. */
  readonly signal: AbortSignal;
  /** Where a login provider has confirmed the login. */
  readonly origin?: SessionOrigin | undefined;
}

export interface LoginRequest extends LoginSource {
  readonly userName: string;
  readonly password: string;
  readonly tenantId: string;
}

/** The step that a login still needs. */
export interface NextStep {
  readonly next: TicketContent['step'];
  readonly ticket: string;
  /** With `enrol`. */
  readonly enrolment?: Enrolment;
}

/** A login that is done, or its next step. */
export type LoginOutcome = (NextStep | { readonly issued: IssuedToken }) & {
  readonly recoveryCodes?: string[];
};

/** Warns the owner of an account that its password may be under attack. */
export type WarnOwner = (owner: { readonly tenantId: string; readonly userId: number }, ip: string) => void;

/** Counts requests by address. @returns 0, or the seconds to wait */
export interface AddressLimit {
  hit(address: string, now: number): number;
}

export interface LoginParts {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
  readonly addresses: AddressLimit;
  readonly sessions: Sessions;
  readonly log: LoginLog;
  readonly warnOwner: WarnOwner;
  readonly factor: SecondFactor;
  readonly tickets: LoginTickets;
  readonly passwords: Passwords;
}

/**
 * The login: rate limit by address, waits by account and network, one answer for whatever is wrong,
 * then the second factor. (design 2.2, 11.8-15)
 */
export class Login {
  readonly #parts: LoginParts;

  constructor(parts: LoginParts) {
    this.#parts = parts;
  }

  /**
   * @throws LOGIN_RATE_LIMITED (429), LOGIN_LOCKED (429), LOGIN_FAILED (401), ACCOUNT_DISABLED and
   *   ACCOUNT_LOCKED (403, only to a person who knows the password)
   */
  login(request: LoginRequest): Promise<LoginOutcome> {
    this.#limit(request.ip);
    const { tenantId } = request;
    const userName = normalUserName(request.userName);
    return this.#logged({ tenantId, userName }, request, () => this.#password({ ...request, userName }));
  }

  /**
   * The second step, with a code of the authenticator or a recovery code. A wrong one counts as a
   * wrong password.
   *
   * @throws LOGIN_TICKET_INVALID, SECOND_FACTOR_WRONG (401), LOGIN_RATE_LIMITED, LOGIN_LOCKED
   *   (429), ACCOUNT_DISABLED, ACCOUNT_LOCKED (403)
   */
  async second(ticket: string, code: string, source: LoginSource): Promise<LoginOutcome> {
    this.#limit(source.ip);
    const { account, content } = await this.#parts.tickets.open(ticket, 'totp', 'enrol');
    return this.#logged(account, source, async () => {
      const { attempts } = this.#parts;
      const attempt = { ...source, tenantId: account.tenantId, userName: account.userName };
      const { alarming } = await attempts.begin(attempt);
      const recoveryCodes = await this.#code(account, content, code).catch((error: unknown) => {
        if (alarming) this.#parts.warnOwner(account, source.ip);
        throw error;
      });
      await attempts.succeed(attempt);
      assertUsable(account);
      return this.#begin(account, { ...source, origin: content.origin }, recoveryCodes);
    });
  }

  /**
   * The last step of a login whose password has expired: a new one, which ends other sessions.
   *
   * @throws LOGIN_TICKET_INVALID (401), PASSWORD_TOO_WEAK (400), PASSWORD_UNCHANGED,
   *   PASSWORD_REUSED (409), LOGIN_RATE_LIMITED (429), ACCOUNT_DISABLED, ACCOUNT_LOCKED (403)
   */
  async renew(ticket: string, newPassword: string, source: LoginSource): Promise<LoginOutcome> {
    this.#limit(source.ip);
    const { account, content } = await this.#parts.tickets.open(ticket, 'password');
    return this.#logged(account, source, async () => {
      assertUsable(account);
      await this.#changePassword(account, newPassword);
      return this.#session(account, { ...source, origin: content.origin });
    });
  }

  #changePassword({ userId, userName, tenantId }: Account, newPassword: string): Promise<void> {
    const { passwords, sessions } = this.#parts;
    return requestContext.runAs(tenantId, async () => {
      await passwords.assertUnused(userId, newPassword);
      await passwords.store(userId, await passwords.choose(userName, newPassword, 'newPassword'));
      await sessions.end({ userIds: [userId] });
    });
  }

  /**
   * A login that an OpenID provider has confirmed.
   *
   * @param bothFactors whether the provider is trusted to have asked for both
   * @param source with the origin, which the session keeps
   * @throws LOGIN_RATE_LIMITED (429), ACCOUNT_DISABLED, ACCOUNT_LOCKED (403)
   */
  confirmed(account: Account, bothFactors: boolean, source: LoginSource): Promise<LoginOutcome> {
    this.#limit(source.ip);
    return this.#logged(account, source, async () => {
      assertUsable(account);
      const needed = bothFactors ? undefined : await this.#parts.factor.neededBy(account);
      return needed ? this.#ask(account, needed, source) : this.#session(account, source);
    });
  }

  async #password(request: LoginRequest): Promise<LoginOutcome> {
    const { attempts, hasher, accounts, factor, warnOwner } = this.#parts;
    const { alarming } = await attempts.begin(request);
    const account = await accounts.byName(request.tenantId, request.userName);
    const right = await hasher.verify(request.password, account?.passwordHash);
    if (!account || !right) {
      if (alarming && account) warnOwner(account, request.ip);
      throw failed();
    }
    const needed = await factor.neededBy(account);
    // Otherwise each login by a person who knows the password would reset the wrong codes.
    if (needed !== 'totp') await attempts.succeed(request);
    assertUsable(account);
    return needed ? this.#ask(account, needed, request) : this.#begin(account, request);
  }

  /** @returns recovery codes where the factor has been set up by this step */
  async #code(account: Account, { step }: TicketContent, code: string): Promise<string[] | undefined> {
    const { factor } = this.#parts;
    if (step === 'enrol') return factor.confirm(account.userId, code, 401);
    if (await factor.verify(account.userId, code)) return undefined;
    throw codeWrong(401);
  }

  async #ask(
    account: Account,
    next: TicketContent['step'],
    { origin }: Pick<LoginSource, 'origin'>,
  ): Promise<NextStep> {
    const { factor, tickets } = this.#parts;
    const enrolment = next === 'enrol' ? { enrolment: await factor.start(account) } : {};
    return { next, ticket: tickets.issue(account, { step: next, origin }), ...enrolment };
  }

  /** A session, or first a new password where the old one has expired. */
  async #begin(account: Account, source: LoginSource, recoveryCodes?: string[]): Promise<LoginOutcome> {
    const { passwordHash, passwordChangedAt } = account;
    const expired = passwordHash !== NO_PASSWORD && this.#parts.passwords.isExpired(passwordChangedAt);
    const outcome = await (expired ? this.#ask(account, 'password', source) : this.#session(account, source));
    return { ...outcome, ...(recoveryCodes ? { recoveryCodes } : {}) };
  }

  async #session(account: Account, source: LoginSource): Promise<LoginOutcome> {
    const { sessions, accounts, log } = this.#parts;
    const { userId, userName, tenantId } = account;
    const owner = { userId, userName, tenantId, ip: source.ip, userAgent: source.userAgent };
    const issued = await sessions.begin({ ...owner, origin: source.origin });
    await accounts.noteLogin(account, source.ip);
    log.record({ ...owner, event: 'login', success: true });
    return { issued };
  }

  #limit(ip: string): void {
    // An IPv6 address counts as its network, since one client has a whole network.
    const source = ip.includes(':') ? networkOf(ip) : ip;
    const wait = this.#parts.addresses.hit(source, this.#parts.clock.now());
    if (wait > 0) {
      throw new RetryLater('LOGIN_RATE_LIMITED', 'Too many logins from this address.', wait);
    }
  }

  async #logged(
    who: { readonly tenantId: string; readonly userName: string },
    { ip, userAgent }: LoginSource,
    work: () => Promise<LoginOutcome>,
  ): Promise<LoginOutcome> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PlatformError) {
        const { tenantId, userName } = who;
        this.#parts.log.record({
          tenantId,
          userName,
          ip,
          userAgent,
          event: 'login',
          success: false,
          reason: error.code,
        });
      }
      throw error;
    }
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
