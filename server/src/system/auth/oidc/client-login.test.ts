import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientAuthMethod } from 'oidc-provider';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderClient } from './provider-client.ts';
import type { Provider } from './providers-file.ts';
import { ProviderBrowser } from './testing/provider-browser.ts';
import { providerOf } from './testing/provider-of.ts';

/** With what URLs, forms and HTTP Basic encode differently. */
const SECRET = 'a b+c%d:e';

describe('audit: the secret is shown as the provider takes it', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** The person whom a login confirms, at a provider that takes these ways. */
  const loginAt = async (
    takes: readonly ClientAuthMethod[],
    method: Provider['client-secret-method'] = 'auto',
  ): Promise<string> => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const warnings = vi.spyOn(console, 'warn').mockReturnValue();
    const callback = `${issuer}/callback`;
    const [way] = takes;
    const client = {
      client_secret: SECRET,
      redirect_uris: [callback],
      ...(way ? { token_endpoint_auth_method: way } : {}),
    };
    const handle = providerOf(issuer, { ada: {} }, client, { clientAuthMethods: [...takes] });
    server.on('request', (request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', issuer);
      if (pathname !== '/callback') return handle(request, response);
      response.writeHead(302, { location: `/login${search}` }).end();
    });
    warnings.mockRestore();
    const provider = {
      ...{ id: 'corporate', name: 'Corporate', issuer, 'client-id': 'platform', 'client-secret': SECRET },
      ...{ 'client-secret-method': method, scopes: 'openid', 'allow-http': true },
    } as Provider;
    const asked = new ProviderClient(provider, 10_000);
    const begun = await asked.begin({ purpose: 'login', redirect: '' }, callback, Date.now());
    const answered = await new ProviderBrowser(issuer).follow('ada', begun.address);
    const { claims } = await asked.finish(
      new URL(answered.replace('/login', '/callback'), issuer),
      begun.flow,
      Date.now(),
    );
    return claims.sub;
  };

  it.each<readonly [string, ClientAuthMethod[]]>([
    ['HTTP Basic alone', ['client_secret_basic']],
    ['the form alone', ['client_secret_post']],
    ['both', ['client_secret_post', 'client_secret_basic']],
  ])('%s', async (_title, takes) => {
    expect(await loginAt(takes)).toBe('ada');
  });

  it('or as the configuration forces', async () => {
    expect(await loginAt(['client_secret_basic'], 'basic')).toBe('ada');
    await expect(loginAt(['client_secret_basic'], 'post')).rejects.toMatchObject({ code: 'OIDC_REFUSED' });
  });
});
