import { ClientSecretBasic, ClientSecretPost, None, type ClientAuth } from 'openid-client';
import type { Provider } from './providers-file.ts';

/**
 * How the host shows its secret to a provider: as the provider says that it takes it, or as the
 * configuration forces. A provider that says nothing takes HTTP Basic. (OpenID Connect Discovery
 * 1.0, 3)
 */
export function clientLoginOf(
  provider: Pick<Provider, 'client-secret' | 'client-secret-method'>,
): ClientAuth {
  const { 'client-secret': secret, 'client-secret-method': forced } = provider;
  if (secret === '') return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  if (forced !== 'auto') return forced === 'basic' ? basic : post;
  return (server, ...request) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    // In the body nothing has to be encoded twice, which some providers do not undo.
    const login = taken.includes('client_secret_post') || !taken.includes('client_secret_basic');
    (login ? post : basic)(server, ...request);
  };
}
