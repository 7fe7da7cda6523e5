import { oidcContracts } from '@platform/host-api';
import { defineRoute, requestContext, type Ctx, type Route } from '../../kernel/index.ts';
import { answerLogin } from './answer-login.ts';
import { callerOf } from './authority.ts';
import type { SessionCookies } from './cookies/index.ts';
import type { Login } from './login.ts';
import type { BrowserSide, OidcLogin, Redirection } from './oidc/index.ts';
import { oidcFailure } from './oidc/index.ts';
import type { Sessions } from './sessions.ts';

interface OidcRouteParts {
  readonly oidc: OidcLogin;
  readonly login: Login;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

const sideOf = (): BrowserSide => {
  const { host = '', secure = false } = requestContext.current() ?? {};
  return { host, secure };
};

function follow({ reply }: Pick<Ctx, 'reply'>, { location, cookie }: Redirection): unknown {
  reply.header('cache-control', 'no-store');
  reply.header('set-cookie', cookie);
  return reply.redirect(location, 302);
}

/** `/auth/oidc`. (design 11.7, 11.8-15) */
export function oidcRoutes({ oidc, login, sessions, cookies }: OidcRouteParts): Route[] {
  return [
    defineRoute({ ...oidcContracts.providers, handler: () => oidc.list() }),
    defineRoute({
      ...oidcContracts.start,
      async handler(ctx) {
        const { redirect = '', purpose = 'login' } = ctx.query;
        return follow(ctx, await oidc.start(ctx.params.provider, sideOf(), purpose, redirect));
      },
    }),
    defineRoute({
      ...oidcContracts.callback,
      async handler(ctx) {
        const query = `?${new URLSearchParams(ctx.query as Record<string, string>).toString()}`;
        return follow(ctx, await oidc.callback(ctx.params.provider, sideOf(), query, ctx.headers));
      },
    }),
    defineRoute({
      ...oidcContracts.session,
      handler(ctx) {
        const { provider: id } = ctx.params;
        ctx.reply.header('set-cookie', oidc.clear(id, sideOf()));
        return answerLogin({ cookies, sessions }, ctx, async (source) => {
          const { account, provider } = await oidc.outcomeOf(id, ctx.headers, 'login');
          return login.confirmed(account, provider['second-factor'], source);
        });
      },
    }),
    defineRoute({
      ...oidcContracts.proof,
      audit: 'Prove the identity',
      async handler(ctx) {
        const { provider: id } = ctx.params;
        ctx.reply.header('set-cookie', oidc.clear(id, sideOf()));
        const { account } = await oidc.outcomeOf(id, ctx.headers, 'proof');
        if (account.userId !== callerOf(ctx).userId) throw oidcFailure('OIDC_REFUSED');
        await sessions.prove(requestContext.current()?.user?.sessionId ?? 0);
      },
    }),
  ];
}
