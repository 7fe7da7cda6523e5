import { authContracts } from '@platform/host-api';
import { DEFAULT_TENANT, defineRoute, requestContext, type Route } from '../../kernel/index.ts';
import type { LoginLog } from '../logs/login-log.ts';
import { callerOf } from '../shared/authority.ts';
import type { SessionCookies } from './cookies/index.ts';
import type { FreshProof } from './fresh-proof.ts';
import { answerLogin, userAgentOf } from './answer-login.ts';
import type { Login } from './login.ts';
import { browserSide } from './oidc-routes.ts';
import type { OidcLogin } from './oidc/index.ts';
import type { OwnSessions } from './own-sessions.ts';
import { retryable } from './retry-later.ts';
import type { Sessions } from './sessions.ts';

interface AuthRouteParts {
  readonly login: Login;
  readonly own: OwnSessions;
  readonly log: LoginLog;
  readonly cookies: SessionCookies;
  readonly sessions: Sessions;
  readonly proof: FreshProof;
  readonly oidc: OidcLogin;
}

/** Login, logout, proof, and a user's own sessions. (design 2.2, 9.8-59, 11.8-15) */
export function authRoutes(parts: AuthRouteParts): Route[] {
  return [...loginRoutes(parts), logoutRoute(parts), proofRoute(parts), ...ownSessionRoutes(parts)];
}

function loginRoutes(parts: AuthRouteParts): Route[] {
  const { login, oidc } = parts;
  return [
    defineRoute({
      ...authContracts.login,
      handler: (ctx) => {
        const { username: userName, password, tenantId: wished } = ctx.body;
        const tenantId = wished?.trim() || DEFAULT_TENANT;
        const forgotten = oidc.forget(ctx.headers, browserSide());
        if (forgotten) ctx.reply.header('set-cookie', forgotten);
        return answerLogin(parts, ctx, (source) => login.login({ userName, password, tenantId, ...source }));
      },
    }),
    defineRoute({
      ...authContracts.totp,
      handler: (ctx) =>
        answerLogin(parts, ctx, (source) => login.second(ctx.body.ticket, ctx.body.code, source)),
    }),
    defineRoute({
      ...authContracts.expiredPassword,
      handler: (ctx) =>
        answerLogin(parts, ctx, (source) => login.renew(ctx.body.ticket, ctx.body.newPassword, source)),
    }),
  ];
}

function logoutRoute({ own, log, cookies, oidc }: AuthRouteParts): Route {
  return defineRoute({
    ...authContracts.logout,
    async handler(ctx) {
      const user = callerOf(ctx);
      await own.endCurrent();
      const { secure = false } = requestContext.current() ?? {};
      if (cookies.tokenIn(ctx.headers) !== undefined) {
        for (const value of cookies.clear(secure)) ctx.reply.header('set-cookie', value);
      }
      const { remoteAddress: ip } = ctx;
      log.record({ ...user, event: 'logout', success: true, ip, userAgent: userAgentOf(ctx) });
      const forgotten = oidc.forget(ctx.headers, browserSide());
      if (!forgotten) return {};
      ctx.reply.header('set-cookie', forgotten);
      const location = await oidc.logoutAddress(ctx.headers, browserSide());
      return location === undefined ? {} : { location };
    },
  });
}

function proofRoute({ proof }: AuthRouteParts): Route {
  return defineRoute({
    ...authContracts.proof,
    audit: 'Prove the identity',
    handler: async (ctx) => ({
      validSeconds: await retryable(ctx, () =>
        proof.prove({
          user: callerOf(ctx),
          sessionId: requestContext.current()?.user?.sessionId ?? 0,
          ...ctx.body,
          ip: ctx.remoteAddress,
          signal: ctx.signal,
        }),
      ),
    }),
  });
}

function ownSessionRoutes({ own }: AuthRouteParts): Route[] {
  return [
    defineRoute({
      ...authContracts.sessions,
      handler: (ctx) => own.list(callerOf(ctx)),
    }),
    defineRoute({
      ...authContracts.endOtherSessions,
      audit: 'End the other sessions',
      handler: async (ctx) => ({ changed: await own.endOthers(callerOf(ctx)) }),
    }),
    defineRoute({
      ...authContracts.endSession,
      audit: 'End a session',
      handler: (ctx) => own.end(callerOf(ctx), ctx.params.id),
    }),
  ];
}
