import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';

/**
 * A real provider, whose people log in by `?person=` without a page.
 *
 * @param people claims by the name that they log in with
 * @param client addresses of the host
 */
export function providerOf(
  issuer: string,
  people: Readonly<Record<string, Record<string, unknown>>>,
  client: Partial<ClientMetadata>,
  { features, ...more }: Configuration = {},
) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'platform',
        client_secret: 'client-secret',
        ...client,
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['preferred_username', 'name', 'groups'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, ...features },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...more,
  });
  const handle = provider.callback();
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer);
    if (!url.pathname.startsWith('/interaction/')) return void handle(request, response);
    const person = url.searchParams.get('person') ?? '';
    // `stale` stands for a provider that takes an earlier login in place of the credentials.
    const [accountId = '', stale] = person.split(' ');
    const ts = Math.floor(Date.now() / 1000) - (stale ? 3600 : 0);
    const result = person === 'nobody' ? { error: 'access_denied' } : { login: { accountId, ts } };
    void provider.interactionFinished(request, response, result);
  };
}
