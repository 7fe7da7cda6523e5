import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/**
 * An OpenID provider in a process of its own, whose people log in by their name. It says where it
 * listens, and begins once it is told where the shell is.
 */
const PEOPLE: Readonly<Record<string, Record<string, unknown>>> = {
  ada: { preferred_username: 'ada', name: 'Ada L.', email: 'ada@example.com', groups: ['staff'] },
  eve: { preferred_username: 'eve', name: 'Eve', email: 'eve@example.com', groups: [] },
};

const server = createServer();
server.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  // Another site than the shell's, whose cookies are for their own site.
  process.send?.({ issuer: `http://localhost:${port}` });
});
process.on('message', ({ issuer, shell }: { issuer: string; shell: string }) => {
  server.on('request', listenerOf(issuer, shell));
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit(0));

function listenerOf(issuer: string, shell: string) {
  const callbackOf = (id: string): string => `${shell}/prod-api/auth/oidc/${id}/callback`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'platform',
        client_secret: 'client-secret',
        redirect_uris: ['corporate', 'partner'].map(callbackOf),
        post_logout_redirect_uris: [`${shell}/login`],
      },
    ],
    claims: { email: ['email'], profile: ['preferred_username', 'name', 'groups'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => {
          ctx.body = page(
            'Leave',
            `${form}<button form="op.logoutForm" name="logout" value="yes">Leave</button>`,
          );
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', issuer);
    if (!url.pathname.startsWith('/interaction/')) return void handle(request, response);
    const person = url.searchParams.get('person');
    if (person === null) {
      response.setHeader('content-type', 'text/html').end(page('Sign in', loginForm));
      return;
    }
    const result = person === '' ? { error: 'access_denied' } : { login: { accountId: person } };
    void provider.interactionFinished(request, response, result);
  };
}

const loginForm = `<form><label>Name <input name="person" required autofocus></label>
<button>Sign in</button></form><a href="?person=">Cancel</a>`;

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>${content}</html>`;
