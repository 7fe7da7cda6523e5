import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ConfiguredProvider, ProviderCheck } from '@platform/host-api';
import { PlatformError, type Clock, type Logger } from '../../../kernel/index.ts';
import type { Account, Accounts } from '../accounts.ts';
import type { SessionOrigin } from '../sessions.ts';
import { isOidcFailure, oidcFailure, providerUnknown } from './failures.ts';
import {
  OUTCOME_SECONDS,
  type Flow,
  type FlowCookie,
  type FlowPurpose,
  type Outcome,
  type Person,
} from './flow-cookie.ts';
import { subjectNameOf, type Identities } from './identities.ts';
import { LONGEST_ID_TOKEN, type LogoutCookie } from './logout-cookie.ts';
import type { LogoutToken } from './logout-token.ts';
import { ProviderClient, type Claims, type Confirmed, type FlowRequest } from './provider-client.ts';
import type { ProviderAccount } from './linked-accounts.ts';
import type { Provider } from './providers-file.ts';
import type { Providers } from './providers.ts';
import type { TakenTokens } from './taken-tokens.ts';

/** How the browser reaches the host. */
export interface BrowserSide {
  readonly host: string;
  readonly secure: boolean;
}

interface OidcParts {
  readonly providers: Providers;
  /** `oidc.api-url`, `oidc.timeout-ms` */
  readonly apiUrl: string;
  readonly timeoutMs: number;
  /** How long a session lasts at most. */
  readonly sessionSeconds: number;
  readonly cookie: FlowCookie;
  readonly logout: LogoutCookie;
  readonly taken: TakenTokens;
  readonly identities: Identities;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Answer of a route: the next address of the browser, and its cookie. */
export interface Redirection {
  readonly location: string;
  readonly cookie: string;
}

/** A person whom a provider has confirmed. */
export interface ConfirmedLogin {
  readonly account: Account;
  readonly provider: Provider;
  readonly idToken: string | undefined;
  readonly origin: SessionOrigin | undefined;
}

/** Where in the shell the browser arrives after the way to the provider. */
const PAGES: Record<FlowPurpose, string> = {
  login: '/login',
  proof: '/login/return',
  link: '/system/account',
};

/** Logins with OpenID providers: to the provider, back, and into a session. (design 11.8-15) */
export class OidcLogin {
  readonly #parts: OidcParts;
  readonly #clients = new WeakMap<Provider, ProviderClient>();

  constructor(parts: OidcParts) {
    this.#parts = parts;
  }

  async list(): Promise<Array<{ id: string; name: string }>> {
    return [...(await this.#parts.providers.all()).values()].map(({ id, name }) => ({ id, name }));
  }

  /** As they are configured, for administrators. */
  async configured(side: BrowserSide): Promise<ConfiguredProvider[]> {
    return [...(await this.#parts.providers.all()).values()].map((provider) => {
      const address = this.#addressOf(provider.id, side);
      return {
        ...provider,
        clientId: provider['client-id'],
        secretSet: provider['client-secret'] !== '',
        secondFactor: provider['second-factor'],
        roles: Object.entries(provider.roles).map(([claim, role]) => ({ claim, role })),
        redirectAddress: `${address.href}/callback`,
        logoutAddress: new URL('/login', address).href,
        backchannelAddress: `${address.href}/backchannel-logout`,
      };
    });
  }

  /** @throws OIDC_PROVIDER_UNKNOWN (404) */
  async check(id: string): Promise<ProviderCheck> {
    return (await this.#clientOf(id)).check();
  }

  /**
   * Handles the logout token of a provider.
   *
   * @throws OIDC_PROVIDER_UNKNOWN (404), OIDC_LOGOUT_INVALID, OIDC_LOGOUT_FAILED (400)
   */
  async logoutToken(id: string, token: string): Promise<LogoutToken> {
    return (await this.#clientOf(id)).logoutToken(token, this.#parts.clock.now());
  }

  /**
   * @throws OIDC_PROVIDER_UNKNOWN (404), with the purpose `link` also where the provider is of
   *   another tenant
   */
  async start(
    id: string,
    side: BrowserSide,
    request: FlowRequest & { readonly tenantId?: string },
  ): Promise<Redirection> {
    const { cookie, clock } = this.#parts;
    const { tenantId, ...wanted } = request;
    const client = await this.#clientOf(id);
    if (tenantId !== undefined && client.provider.tenant !== tenantId) throw providerUnknown();
    const address = this.#addressOf(id, side);
    try {
      const begun = await client.begin(wanted, `${address.href}/callback`, clock.now());
      return { location: begun.address, cookie: cookie.write(begun.flow, placeOf(id, address)) };
    } catch (error) {
      return this.#toPage(id, address, wanted, this.#failed(id, error));
    }
  }

  /** @param query as the provider has sent it, with the question mark */
  async callback(
    id: string,
    side: BrowserSide,
    query: string,
    headers: IncomingHttpHeaders,
  ): Promise<Redirection> {
    const { cookie, clock } = this.#parts;
    const client = await this.#clientOf(id);
    const address = this.#addressOf(id, side);
    const flow = cookie.read(headers, id);
    if (flow?.kind !== 'flow') {
      const lost: Outcome = { kind: 'failed', code: 'OIDC_FLOW_LOST' };
      return this.#toPage(id, address, { purpose: 'login', redirect: '' }, lost);
    }
    const outcome = await this.#outcome(id, async () => {
      const answered = new URL(`${address.href}/callback${query}`);
      return this.#outcomeOf(client.provider, flow, await client.finish(answered, flow, clock.now()));
    });
    return this.#toPage(id, address, flow, outcome);
  }

  /**
   * Returns the user that the provider has confirmed, for the page that the browser was sent to.
   *
   * @throws OIDC_* of the outcome, OIDC_FLOW_LOST (401), OIDC_PROVIDER_UNKNOWN (404)
   */
  async outcomeOf(
    id: string,
    headers: IncomingHttpHeaders,
    purpose: 'login' | 'proof',
  ): Promise<ConfirmedLogin> {
    const { provider } = await this.#clientOf(id);
    const outcome = await this.#take(id, headers);
    if (outcome.kind !== 'user' || outcome.purpose !== purpose) throw oidcFailure('OIDC_FLOW_LOST');
    const account = await this.#parts.accounts.byId(outcome.userId);
    if (!account) throw oidcFailure('OIDC_FLOW_LOST');
    const { idToken, origin } = outcome;
    return { account, provider, idToken, origin };
  }

  /**
   * The account at the provider that this user wants to link.
   *
   * @throws OIDC_* of the outcome, OIDC_FLOW_LOST (401), OIDC_PROVIDER_UNKNOWN (404)
   */
  async accountToLink(id: string, headers: IncomingHttpHeaders, userId: number): Promise<ProviderAccount> {
    await this.#clientOf(id);
    const outcome = await this.#take(id, headers);
    if (outcome.kind !== 'account' || outcome.userId !== userId) throw oidcFailure('OIDC_FLOW_LOST');
    const { subject, subjectName } = outcome;
    return { provider: id, subject, subjectName };
  }

  clear(id: string, side: BrowserSide): string {
    return this.#parts.cookie.clear(placeOf(id, this.#addressOf(id, side)));
  }

  /** `Set-Cookie` that has the logout end the session at the provider; none where it shall stay. */
  remember({ provider, idToken }: ConfirmedLogin, side: BrowserSide): string | undefined {
    if (!provider.logout) return undefined;
    const origin = { provider: provider.id, ...(idToken === undefined ? {} : { idToken }) };
    return this.#parts.logout.write(origin, this.#parts.sessionSeconds, this.#logoutPlace(side));
  }

  /** `Set-Cookie` that forgets where the session came from; none where nothing is remembered. */
  forget(headers: IncomingHttpHeaders, side: BrowserSide): string | undefined {
    return this.#parts.logout.read(headers) && this.#parts.logout.clear(this.#logoutPlace(side));
  }

  /** Where the browser ends its session at the provider that it came from, if anywhere. */
  async logoutAddress(headers: IncomingHttpHeaders, side: BrowserSide): Promise<string | undefined> {
    const origin = this.#parts.logout.read(headers);
    const provider = origin && (await this.#parts.providers.all()).get(origin.provider);
    if (!provider?.logout) return undefined;
    const back = new URL('/login', this.#addressOf(provider.id, side)).href;
    return this.#client(provider).logoutAddress(back, origin?.idToken);
  }

  async #outcomeOf(
    provider: Provider,
    { purpose, userId = 0 }: Flow,
    { claims, idToken = '' }: Confirmed,
  ): Promise<Outcome> {
    const { identities } = this.#parts;
    const once = randomUUID();
    if (purpose === 'link') {
      return { kind: 'account', once, userId, subject: claims.sub, subjectName: subjectNameOf(claims) };
    }
    // A proof is of the person who is linked; it links and changes nobody.
    const known =
      purpose === 'proof'
        ? await identities.used(provider.id, claims)
        : (await identities.accountOf(provider, claims))?.userId;
    if (known === undefined)
      throw oidcFailure(purpose === 'proof' ? 'OIDC_OTHER_PERSON' : 'OIDC_ACCOUNT_UNKNOWN');
    const kept = provider.logout && idToken !== '' && idToken.length <= LONGEST_ID_TOKEN;
    const origin = originOf(provider, claims);
    return { kind: 'user', once, purpose, userId: known, origin, ...(kept ? { idToken } : {}) };
  }

  async #outcome(provider: string, work: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await work();
    } catch (error) {
      return this.#failed(provider, error);
    }
  }

  #failed(provider: string, error: unknown): Outcome {
    if (!(error instanceof PlatformError) || !isOidcFailure(error.code)) throw error;
    this.#parts.logger.warn('A login with an OpenID provider failed', { provider, error });
    return { kind: 'failed', code: error.code };
  }

  /** Reads the outcome of this browser, once: a copy of its cookie begins no second session. */
  async #take(id: string, headers: IncomingHttpHeaders): Promise<Person> {
    const { cookie, taken } = this.#parts;
    const outcome = cookie.read(headers, id);
    if (!outcome || outcome.kind === 'flow') throw oidcFailure('OIDC_FLOW_LOST');
    if (outcome.kind === 'failed') throw oidcFailure(outcome.code);
    const { once } = outcome;
    if (once !== undefined && !(await taken.take(id, `outcome ${once}`, OUTCOME_SECONDS * 1000)))
      throw oidcFailure('OIDC_FLOW_LOST');
    return outcome;
  }

  #toPage(id: string, address: URL, { purpose, redirect }: FlowRequest, outcome: Outcome): Redirection {
    const query = new URLSearchParams({
      oidc: id,
      ...(/^\/(?![/\\])/.test(redirect) ? { redirect } : {}),
    });
    const cookie = this.#parts.cookie.write(outcome, placeOf(id, address));
    return { location: `${PAGES[purpose]}?${query.toString()}`, cookie };
  }

  /** Base address of the provider's routes, as browsers see it. */
  #addressOf(id: string, { host, secure }: BrowserSide): URL {
    const { apiUrl } = this.#parts;
    const base =
      apiUrl === '' ? `${secure ? 'https' : 'http'}://${host}/prod-api` : apiUrl.replace(/\/+$/, '');
    return new URL(`${base}/auth/oidc/${id}`);
  }

  #logoutPlace(side: BrowserSide): { path: string; secure: boolean } {
    const { pathname, protocol } = this.#addressOf('', side);
    return { path: pathname.replace(/\/oidc\/$/, ''), secure: protocol === 'https:' };
  }

  async #clientOf(id: string): Promise<ProviderClient> {
    const provider = (await this.#parts.providers.all()).get(id);
    if (!provider) throw providerUnknown();
    return this.#client(provider);
  }

  #client(provider: Provider): ProviderClient {
    const known = this.#clients.get(provider);
    if (known) return known;
    const client = new ProviderClient(provider, this.#parts.timeoutMs);
    this.#clients.set(provider, client);
    return client;
  }
}

/** A longer name of a session, which nobody stores, is none: the session ends with its person. */
const LONGEST_SID = 255;

function originOf({ id: provider }: Provider, { sub: subject, sid }: Claims): SessionOrigin {
  const named = typeof sid === 'string' && sid !== '' && sid.length <= LONGEST_SID;
  return { provider, subject, ...(named ? { sid } : {}) };
}

const placeOf = (provider: string, { pathname: path, protocol }: URL) => ({
  provider,
  path,
  secure: protocol === 'https:',
});
