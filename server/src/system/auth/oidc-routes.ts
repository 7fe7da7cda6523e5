import { configuredProviderContracts, oidcContracts } from '@platform/host-api';
import { defineRoute, ofPlatformTenant, requestContext, type Ctx, type Route } from '../../kernel/index.ts';
import { answerLogin, userAgentOf } from './answer-login.ts';
import { callerOf } from '../shared/authority.ts';
import type { SessionCookies } from './cookies/index.ts';
import type { SecondFactor } from './factor/index.ts';
import type { FreshProof } from './fresh-proof.ts';
import type { Login } from './login.ts';
import type { BrowserSide, LinkedAccounts, OidcLogin, Redirection } from './oidc/index.ts';
import { oidcFailure, type BackchannelLogout } from './oidc/index.ts';
import type { Sessions } from './sessions.ts';

interface OidcRouteParts {
  readonly oidc: OidcLogin;
  readonly backchannel: BackchannelLogout;
  readonly linked: LinkedAccounts;
  readonly proof: FreshProof;
  readonly factor: SecondFactor;
  readonly login: Login;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
}

/** How the browser that sends the current request reaches the host. */
export const browserSide = (): BrowserSide => {
  const { host = '', secure = false } = requestContext.current() ?? {};
  return { host, secure };
};

function follow({ reply }: Pick<Ctx, 'reply'>, { location, cookie }: Redirection): unknown {
  reply.header('cache-control', 'no-store');
  reply.header('set-cookie', cookie);
  return reply.redirect(location, 302);
}

/** `/auth/oidc`, and what a user has linked. (design 11.7, 11.8-15) */
export function oidcRoutes(parts: OidcRouteParts): Route[] {
  return [...flowRoutes(parts), ...linkRoutes(parts), ...configuredRoutes(parts)];
}

function flowRoutes({ oidc, backchannel, login, sessions, cookies }: OidcRouteParts): Route[] {
  return [
    defineRoute({ ...oidcContracts.providers, handler: () => oidc.list() }),
    defineRoute({
      ...oidcContracts.start,
      async handler(ctx) {
        const { redirect = '', purpose = 'login' } = ctx.query;
        return follow(ctx, await oidc.start(ctx.params.provider, browserSide(), { purpose, redirect }));
      },
    }),
    defineRoute({
      ...oidcContracts.callback,
      async handler(ctx) {
        const query = `?${new URLSearchParams(ctx.query as Record<string, string>).toString()}`;
        return follow(ctx, await oidc.callback(ctx.params.provider, browserSide(), query, ctx.headers));
      },
    }),
    defineRoute({
      ...oidcContracts.session,
      handler(ctx) {
        const { provider: id } = ctx.params;
        ctx.reply.header('set-cookie', oidc.clear(id, browserSide()));
        return answerLogin({ cookies, sessions }, ctx, async (source) => {
          const confirmed = await oidc.outcomeOf(id, ctx.headers, 'login');
          const outcome = await login.confirmed(confirmed.account, confirmed.provider['second-factor'], {
            ...source,
            origin: confirmed.origin,
          });
          const cookie = oidc.remember(confirmed, browserSide());
          if (cookie) ctx.reply.header('set-cookie', cookie);
          return outcome;
        });
      },
    }),
    defineRoute({
      ...oidcContracts.backchannelLogout,
      bodyLimit: 65_536,
      handler: (ctx) =>
        backchannel.take(ctx.params.provider, ctx.body.logout_token, {
          ip: ctx.remoteAddress,
          userAgent: userAgentOf(ctx),
        }),
    }),
    defineRoute({
      ...oidcContracts.proof,
      audit: 'Prove the identity',
      async handler(ctx) {
        const { provider: id } = ctx.params;
        ctx.reply.header('set-cookie', oidc.clear(id, browserSide()));
        const { account } = await oidc.outcomeOf(id, ctx.headers, 'proof');
        if (account.userId !== callerOf(ctx).userId) throw oidcFailure('OIDC_OTHER_PERSON');
        await sessions.prove(requestContext.current()?.user?.sessionId ?? 0);
      },
    }),
  ];
}

function linkRoutes({ oidc, linked, proof, factor }: OidcRouteParts): Route[] {
  return [
    defineRoute({
      ...oidcContracts.ways,
      async handler(ctx) {
        const { userId, userName, tenantId } = callerOf(ctx);
        const { enrolled } = await factor.status({ userId, userName, tenantId });
        return { ...(await linked.waysOf(userId)), code: enrolled };
      },
    }),
    defineRoute({ ...oidcContracts.linked, handler: (ctx) => linked.list(callerOf(ctx).userId) }),
    defineRoute({
      ...oidcContracts.beginLink,
      audit: 'Begin to link an account of a login provider',
      async handler(ctx) {
        proof.require();
        const { userId, tenantId } = callerOf(ctx);
        const request = { purpose: 'link', redirect: '', userId, tenantId } as const;
        const { location, cookie } = await oidc.start(ctx.params.provider, browserSide(), request);
        ctx.reply.header('cache-control', 'no-store');
        ctx.reply.header('set-cookie', cookie);
        return { location };
      },
    }),
    defineRoute({
      ...oidcContracts.link,
      audit: 'Link an account of a login provider',
      async handler(ctx) {
        const { provider: id } = ctx.params;
        const user = callerOf(ctx);
        ctx.reply.header('set-cookie', oidc.clear(id, browserSide()));
        await linked.link(user, await oidc.accountToLink(id, ctx.headers, user.userId));
      },
    }),
    defineRoute({
      ...oidcContracts.unlink,
      audit: 'Unlink an account of a login provider',
      async handler(ctx) {
        proof.require();
        await linked.unlink(callerOf(ctx), ctx.params.id);
      },
    }),
  ];
}

/** Providers are of the whole platform, hence for its own tenant only. */
function configuredRoutes({ oidc }: OidcRouteParts): Route[] {
  const { list, check } = configuredProviderContracts;
  return ofPlatformTenant([
    defineRoute({ ...list, handler: () => oidc.configured(browserSide()) }),
    defineRoute({
      ...check,
      audit: 'Check a login provider',
      handler: (ctx) => oidc.check(ctx.params.provider),
    }),
  ]);
}
