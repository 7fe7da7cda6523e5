import { createRemoteJWKSet, type RemoteJWKSet } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import type { ProviderCheck } from '@platform/host-api';
import { clientLoginOf } from './client-login.ts';
import type { Flow, FlowPurpose } from './flow-cookie.ts';
import { logoutFailed, oidcFailure, type OidcFailure } from './failures.ts';
import { CLOCK_SECONDS, verifyLogoutToken, type LogoutToken } from './logout-token.ts';
import type { Provider } from './providers-file.ts';

/** Claims of a provider about a person, by name. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** The answer of a provider, checked. */
export interface Confirmed {
  readonly claims: Claims;
  readonly idToken: string | undefined;
}

/** Why somebody is sent to a provider. */
export interface FlowRequest {
  readonly purpose: FlowPurpose;
  readonly redirect: string;
  readonly userId?: number;
}

/** Metadata and keys of a provider are read again after this time. */
const KEPT_MS = 600_000;

/** Talks to one OpenID provider: code flow with PKCE. (design 11.7) */
export class ProviderClient {
  readonly provider: Provider;
  readonly #timeoutMs: number;
  readonly #keys = new WeakMap<Configuration, RemoteJWKSet>();
  #known: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  constructor(provider: Provider, timeoutMs: number) {
    this.provider = provider;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws OIDC_UNAVAILABLE (503) */
  async begin(request: FlowRequest, redirectUri: string, now: number) {
    const configuration = await this.#configuration();
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.provider.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(request.purpose === 'proof' ? { prompt: 'login', max_age: '0' } : {}),
    });
    const flow: Flow = { kind: 'flow', ...request, state, nonce, verifier, startedAt: now };
    return { address: address.href, flow };
  }

  /**
   * Takes the answer of the provider.
   *
   * @param answered address that the provider sent the browser to
   * @param now milliseconds since 1970
   * @throws OIDC_REFUSED, OIDC_CANCELLED, OIDC_NOT_FRESH (401), OIDC_UNAVAILABLE (503)
   */
  async finish(answered: URL, flow: Flow, now: number): Promise<Confirmed> {
    const { state, nonce, verifier, purpose, startedAt } = flow;
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, answered, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        // Not before the person was sent there: an older login at the provider is no proof.
        ...(purpose === 'proof' ? { maxAge: Math.ceil((now - startedAt) / 1000) + CLOCK_SECONDS } : {}),
      });
      const claims = tokens.claims();
      if (!claims) throw oidcFailure('OIDC_REFUSED');
      const idToken = tokens.id_token;
      if (!configuration.serverMetadata().userinfo_endpoint) return { claims, idToken };
      const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { claims: { ...more, ...claims }, idToken };
    } catch (error) {
      throw oidcFailure(codeOf(error), error);
    }
  }

  /**
   * Where a browser ends its session at the provider.
   *
   * @param back address that the provider sends the browser to after that
   * @returns undefined where the provider has no such address, or is away
   */
  async logoutAddress(back: string, idToken: string | undefined): Promise<string | undefined> {
    const configuration = await this.#configuration().catch(() => undefined);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: back,
      ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    }).href;
  }

  /**
   * Checks a logout token with the provider's keys.
   *
   * @param now milliseconds since 1970
   * @throws OIDC_LOGOUT_INVALID, OIDC_LOGOUT_FAILED (400)
   */
  async logoutToken(token: string, now: number): Promise<LogoutToken> {
    const configuration = await this.#configuration().catch((error: unknown) => {
      throw logoutFailed(error);
    });
    const metadata = configuration.serverMetadata();
    return verifyLogoutToken(token, {
      keys: this.#keysOf(configuration),
      issuer: metadata.issuer,
      clientId: this.provider['client-id'],
      algorithms: metadata.id_token_signing_alg_values_supported ?? ['RS256'],
      now,
    });
  }

  /** Reads the metadata now, whatever is known. Never throws. */
  async check(): Promise<ProviderCheck> {
    try {
      const metadata = (await this.#discover()).serverMetadata();
      return {
        reached: true,
        problem: null,
        endsSessions: metadata.end_session_endpoint !== undefined,
        pkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
      };
    } catch (error) {
      return { reached: false, problem: problemOf(error), endsSessions: false, pkce: false };
    }
  }

  async #configuration(): Promise<Configuration> {
    const now = performance.now();
    if (!this.#known || now - this.#known.at > KEPT_MS) {
      this.#known = { at: now, configuration: this.#discover() };
    }
    try {
      return await this.#known.configuration;
    } catch (error) {
      this.#known = undefined;
      throw oidcFailure('OIDC_UNAVAILABLE', error);
    }
  }

  /** Kept as long as the metadata; a key that is unknown is looked for once in a while. */
  #keysOf(configuration: Configuration): RemoteJWKSet {
    const known = this.#keys.get(configuration);
    if (known) return known;
    const address = configuration.serverMetadata().jwks_uri ?? '';
    const allowed = this.provider['allow-http'] ? /^https?:/ : /^https:/;
    if (!allowed.test(address)) throw logoutFailed(new Error(`Keys cannot be read from "${address}".`));
    const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: this.#timeoutMs });
    this.#keys.set(configuration, keys);
    return keys;
  }

  #discover(): Promise<Configuration> {
    const { issuer, 'client-id': id, 'allow-http': http } = this.provider;
    return discovery(new URL(issuer), id, undefined, clientLoginOf(this.provider), {
      timeout: this.#timeoutMs / 1000,
      ...(http ? { execute: [allowInsecureRequests] } : {}),
    });
  }
}

/** Message of an error with its cause, which says more about a lost connection. */
function problemOf(error: unknown): string {
  const { message = String(error), cause } = error as Partial<Error>;
  const why = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
  return `${message}${why}`.slice(0, 300);
}

function codeOf(error: unknown): OidcFailure {
  if (isAway(error)) return 'OIDC_UNAVAILABLE';
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'OIDC_CANCELLED';
  const { cause } = error as { cause?: { cause?: { claim?: unknown } } };
  return cause?.cause?.claim === 'auth_time' ? 'OIDC_NOT_FRESH' : 'OIDC_REFUSED';
}

/** Whether the provider could not be reached, rather than answered. */
function isAway(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return false;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || code === 'ECONNREFUSED'
  );
}
