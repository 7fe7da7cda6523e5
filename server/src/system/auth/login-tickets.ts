import type { PlatformKey } from '../../data/index.ts';
import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { Account, Accounts } from './accounts.ts';
import type { SessionOrigin } from './sessions.ts';

/** Time for the next step. */
const VALID_MS = 5 * 60_000;
const PURPOSE = 'login-ticket';

/** Purpose of the ticket. One for a new `password` is issued only after every other step. */
export interface TicketContent {
  readonly step: 'totp' | 'enrol' | 'password';
  /** Set for a login that a provider has confirmed. */
  readonly origin?: SessionOrigin | undefined;
}

interface Signed extends TicketContent {
  readonly userId: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/**
 * Carries a login from step to step: signed, kept by the client alone, void once the password
 * changes. (design 11.8-15)
 */
export class LoginTickets {
  readonly #accounts: Accounts;
  readonly #key: PlatformKey;
  readonly #clock: Clock;

  constructor(accounts: Accounts, key: PlatformKey, clock: Clock) {
    this.#accounts = accounts;
    this.#key = key;
    this.#clock = clock;
  }

  issue(account: Account, content: TicketContent): string {
    const signed: Signed = { ...content, userId: account.userId, until: this.#clock.now() + VALID_MS };
    const body = Buffer.from(JSON.stringify(signed)).toString('base64url');
    return `${body}.${this.#key.hmac(PURPOSE, bound(body, account))}`;
  }

  /**
   * @param steps that the ticket may be for
   * @throws LOGIN_TICKET_INVALID (401)
   */
  async open(
    ticket: string,
    ...steps: ReadonlyArray<TicketContent['step']>
  ): Promise<{ readonly account: Account; readonly content: TicketContent }> {
    const [body = '', code = ''] = ticket.split('.', 2);
    const signed = parse(body);
    const account = signed && (await this.#accounts.byId(signed.userId));
    // Read before it is checked: the signature depends on the account.
    if (!signed || !account || !this.#key.matches(PURPOSE, bound(body, account), code)) throw invalid();
    if (signed.until <= this.#clock.now() || !steps.includes(signed.step)) throw invalid();
    return { account, content: signed };
  }
}

const bound = (body: string, { passwordHash }: Account): string => `${body} ${passwordHash}`;

function parse(body: string): Signed | undefined {
  try {
    const value = JSON.parse(Buffer.from(body, 'base64url').toString()) as Partial<Signed> | null;
    return Number.isSafeInteger(value?.userId) ? (value as Signed) : undefined;
  } catch {
    return undefined;
  }
}

function invalid(): PlatformError {
  return new PlatformError({
    code: 'LOGIN_TICKET_INVALID',
    status: 401,
    message: 'This login took longer than five minutes, or was begun elsewhere.',
    fix: 'Begin again with user name and password.',
  });
}
