import { authContracts } from '@platform/host-api';
import { DEFAULT_TENANT, defineRoute, requestContext, type Ctx, type Route } from '../../kernel/index.ts';
import type { LoginLog } from '../logs/login-log.ts';
import { callerOf } from './authority.ts';
import type { SessionCookies } from './cookies/index.ts';
import type { FreshProof } from './fresh-proof.ts';
import type { Login } from './login.ts';
import type { OwnSessions } from './own-sessions.ts';
import { retryable } from './retry-later.ts';
import type { Sessions } from './sessions.ts';

const userAgentOf = (ctx: Pick<Ctx, 'headers'>): string | undefined => {
  const value = ctx.headers['user-agent'];
  return typeof value === 'string' ? value : undefined;
};

interface AuthRouteParts {
  readonly login: Login;
  readonly own: OwnSessions;
  readonly log: LoginLog;
  readonly cookies: SessionCookies;
  readonly sessions: Sessions;
  readonly proof: FreshProof;
}

/** Login, logout, proof, and a user's own sessions. (design 2.2, 9.8-59, 11.8-15) */
export function authRoutes(parts: AuthRouteParts): Route[] {
  return [loginRoute(parts), logoutRoute(parts), proofRoute(parts), ...ownSessionRoutes(parts)];
}

function loginRoute({ login, cookies, sessions }: AuthRouteParts): Route {
  return defineRoute({
    ...authContracts.login,
    handler: async (ctx) => {
      ctx.reply.header('cache-control', 'no-store');
      const { username, password: given, tenantId } = ctx.body;
      const { host, secure = false } = requestContext.current() ?? {};
      const wantsCookie = ctx.headers['x-session'] === 'cookie';
      if (wantsCookie) cookies.assertOwnPage(ctx.headers, host);
      const issued = await retryable(ctx, () =>
        login.login({
          userName: username,
          password: given,
          tenantId: tenantId?.trim() || DEFAULT_TENANT,
          ip: ctx.remoteAddress,
          userAgent: userAgentOf(ctx),
          signal: ctx.signal,
        }),
      );
      const { token, expiresIn } = issued;
      if (!wantsCookie) return { token, expiresIn };
      // The browser forgets it with the new one.
      const former = cookies.tokenIn(ctx.headers);
      if (former) await sessions.endToken(former);
      for (const value of cookies.issue(issued, expiresIn, secure)) ctx.reply.header('set-cookie', value);
      return { csrfCookie: cookies.names.csrf, expiresIn };
    },
  });
}

function logoutRoute({ own, log, cookies }: AuthRouteParts): Route {
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
          password: ctx.body.password,
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
      ...authContracts.endSession,
      audit: 'End a session',
      handler: (ctx) => own.end(callerOf(ctx), ctx.params.id),
    }),
  ];
}
