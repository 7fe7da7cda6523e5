import type { IncomingHttpHeaders } from 'node:http';
import { PlatformError, type Clock, type Logger } from '../../../kernel/index.ts';
import type { Account, Accounts } from '../accounts.ts';
import { isOidcFailure, oidcFailure, providerUnknown } from './failures.ts';
import type { FlowCookie, FlowPurpose, Outcome } from './flow-cookie.ts';
import type { Identities } from './identities.ts';
import { ProviderClient } from './provider-client.ts';
import type { Provider } from './providers-file.ts';

/** How the browser reaches the host. */
export interface BrowserSide {
  readonly host: string;
  readonly secure: boolean;
}

interface OidcParts {
  readonly providers: ReadonlyMap<string, Provider>;
  /** `oidc.api-url`, `oidc.timeout-ms` */
  readonly apiUrl: string;
  readonly timeoutMs: number;
  readonly cookie: FlowCookie;
  readonly identities: Identities;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a route answers: where the browser goes, and with which cookie. */
export interface Redirection {
  readonly location: string;
  readonly cookie: string;
}

/** Logins with OpenID providers: to the provider, back, and into a session. (design 11.8-15) */
export class OidcLogin {
  readonly #parts: OidcParts;
  readonly #clients: ReadonlyMap<string, ProviderClient>;

  constructor(parts: OidcParts) {
    this.#parts = parts;
    this.#clients = new Map(
      [...parts.providers].map(([id, provider]) => [id, new ProviderClient(provider, parts.timeoutMs)]),
    );
  }

  list(): Array<{ id: string; name: string }> {
    return [...this.#parts.providers.values()].map(({ id, name }) => ({ id, name }));
  }

  /** @throws OIDC_PROVIDER_UNKNOWN (404) */
  async start(id: string, side: BrowserSide, purpose: FlowPurpose, redirect: string): Promise<Redirection> {
    const { cookie, clock } = this.#parts;
    const client = this.#clientOf(id);
    const address = this.#addressOf(id, side);
    try {
      const begun = await client.begin(purpose, `${address.href}/callback`, redirect, clock.now());
      return { location: begun.address, cookie: cookie.write(begun.flow, placeOf(id, address)) };
    } catch (error) {
      return this.#toLoginPage(id, address, redirect, this.#failed(id, error), purpose);
    }
  }

  /** @param query as the provider has sent it, with the question mark */
  async callback(
    id: string,
    side: BrowserSide,
    query: string,
    headers: IncomingHttpHeaders,
  ): Promise<Redirection> {
    const { cookie, identities } = this.#parts;
    const client = this.#clientOf(id);
    const address = this.#addressOf(id, side);
    const flow = cookie.read(headers, id);
    if (flow?.kind !== 'flow') {
      return this.#toLoginPage(id, address, '', { kind: 'failed', code: 'OIDC_FLOW_LOST' }, 'login');
    }
    const { purpose, redirect } = flow;
    const outcome = await this.#outcome(
      async () => {
        const claims = await client.finish(new URL(`${address.href}/callback${query}`), flow);
        // A proof is of the person who is linked; it links and changes nobody.
        if (purpose === 'proof') return identities.linked(id, claims.sub);
        return (await identities.accountOf(client.provider, claims))?.userId;
      },
      purpose,
      id,
    );
    return this.#toLoginPage(id, address, redirect, outcome, purpose);
  }

  /**
   * What the provider has said, for the page that the browser was sent to.
   *
   * @throws OIDC_* of the outcome, OIDC_FLOW_LOST (401), OIDC_PROVIDER_UNKNOWN (404)
   */
  async outcomeOf(
    id: string,
    headers: IncomingHttpHeaders,
    purpose: FlowPurpose,
  ): Promise<{ readonly account: Account; readonly provider: Provider }> {
    const { provider } = this.#clientOf(id);
    const outcome = this.#parts.cookie.read(headers, id);
    if (!outcome || outcome.kind === 'flow') throw oidcFailure('OIDC_FLOW_LOST');
    if (outcome.kind === 'failed') throw oidcFailure(outcome.code);
    const account = outcome.purpose === purpose && (await this.#parts.accounts.byId(outcome.userId));
    if (!account) throw oidcFailure('OIDC_FLOW_LOST');
    return { account, provider };
  }

  clear(id: string, side: BrowserSide): string {
    return this.#parts.cookie.clear(placeOf(id, this.#addressOf(id, side)));
  }

  async #outcome(
    work: () => Promise<number | undefined>,
    purpose: FlowPurpose,
    id: string,
  ): Promise<Outcome> {
    try {
      const userId = await work();
      if (userId === undefined) return { kind: 'failed', code: 'OIDC_ACCOUNT_UNKNOWN' };
      return { kind: 'user', purpose, userId };
    } catch (error) {
      return this.#failed(id, error);
    }
  }

  #failed(provider: string, error: unknown): Outcome {
    if (!(error instanceof PlatformError) || !isOidcFailure(error.code)) throw error;
    this.#parts.logger.warn('A login with an OpenID provider failed', { provider, error });
    return { kind: 'failed', code: error.code };
  }

  #toLoginPage(
    id: string,
    address: URL,
    redirect: string,
    outcome: Outcome,
    purpose: FlowPurpose,
  ): Redirection {
    const query = new URLSearchParams({
      oidc: id,
      ...(purpose === 'proof' ? { purpose } : {}),
      ...(/^\/(?![/\\])/.test(redirect) ? { redirect } : {}),
    });
    const cookie = this.#parts.cookie.write(outcome, placeOf(id, address));
    return { location: `/login?${query.toString()}`, cookie };
  }

  /** Of the provider's routes, in browsers. */
  #addressOf(id: string, { host, secure }: BrowserSide): URL {
    const { apiUrl } = this.#parts;
    const base =
      apiUrl === '' ? `${secure ? 'https' : 'http'}://${host}/prod-api` : apiUrl.replace(/\/+$/, '');
    return new URL(`${base}/auth/oidc/${id}`);
  }

  #clientOf(id: string): ProviderClient {
    const client = this.#clients.get(id);
    if (!client) throw providerUnknown();
    return client;
  }
}

const placeOf = (provider: string, { pathname: path, protocol }: URL) => ({
  provider,
  path,
  secure: protocol === 'https:',
});
