import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import type { Flow, FlowPurpose } from './flow-cookie.ts';
import { oidcFailure } from './failures.ts';
import type { Provider } from './providers-file.ts';

/** What a provider says of a person, by the name of the claim. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Metadata and keys of a provider are read again after this time. */
const KEPT_MS = 600_000;

/** Talks to one OpenID provider: code flow with PKCE. (design 11.7) */
export class ProviderClient {
  readonly provider: Provider;
  readonly #timeoutMs: number;
  #known: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  constructor(provider: Provider, timeoutMs: number) {
    this.provider = provider;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws OIDC_UNAVAILABLE (503) */
  async begin(purpose: FlowPurpose, redirectUri: string, redirect: string, now: number) {
    const configuration = await this.#configuration();
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.provider.scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(purpose === 'proof' ? { prompt: 'login', max_age: '0' } : {}),
    });
    const flow: Flow = { kind: 'flow', purpose, state, nonce, verifier, redirect, startedAt: now };
    return { address: address.href, flow };
  }

  /**
   * Takes the answer of the provider.
   *
   * @param answered address that the provider sent the browser to
   * @throws OIDC_REFUSED (401), OIDC_UNAVAILABLE (503)
   */
  async finish(answered: URL, { state, nonce, verifier, purpose }: Flow): Promise<Claims> {
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, answered, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(purpose === 'proof' ? { maxAge: 300 } : {}),
      });
      const claims = tokens.claims();
      if (!claims) throw oidcFailure('OIDC_REFUSED');
      if (!configuration.serverMetadata().userinfo_endpoint) return claims;
      const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      throw oidcFailure(isAway(error) ? 'OIDC_UNAVAILABLE' : 'OIDC_REFUSED', error);
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

  #discover(): Promise<Configuration> {
    const { issuer, 'client-id': id, 'client-secret': secret, 'allow-http': http } = this.provider;
    return discovery(new URL(issuer), id, secret || undefined, undefined, {
      timeout: this.#timeoutMs / 1000,
      ...(http ? { execute: [allowInsecureRequests] } : {}),
    });
  }
}

/** Whether the provider could not be reached, rather than answered. */
function isAway(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return false;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || code === 'ECONNREFUSED'
  );
}
