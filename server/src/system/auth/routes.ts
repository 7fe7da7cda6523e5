import { DEFAULT_TENANT, defineRoute, Type, type Ctx, type Route } from '../../kernel/index.ts';
import type { LoginLog } from '../logs/login-log.ts';
import { Id, nullableText, Time } from '../shared/schemas.ts';
import { callerOf } from './authority.ts';
import type { Login } from './login.ts';
import type { OwnSessions } from './own-sessions.ts';
import { PASSWORD_MAX } from './password-policy.ts';
import { RetryLater } from './retry-later.ts';

const loginSchema = {
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 50 }),
    password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
    tenantId: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  response: Type.Object({ token: Type.String(), expiresIn: Type.Integer({ description: 'seconds' }) }),
};

const SessionRow = Type.Object({
  sessionId: Id,
  ip: nullableText(),
  userAgent: nullableText(),
  createTime: Time,
  lastSeen: Time,
  expires: Time,
  current: Type.Boolean(),
});

const userAgentOf = (ctx: Pick<Ctx, 'headers'>): string | undefined => {
  const value = ctx.headers['user-agent'];
  return typeof value === 'string' ? value : undefined;
};

/** Login, logout, and a user's own sessions. (design 2.2) */
export function authRoutes(parts: { login: Login; own: OwnSessions; log: LoginLog }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: '/auth/login',
      auth: 'public',
      summary: 'Log in',
      schema: loginSchema,
      async handler(ctx) {
        ctx.reply.header('cache-control', 'no-store');
        const { username, password, tenantId } = ctx.body;
        try {
          return await parts.login.login({
            userName: username,
            password,
            tenantId: tenantId?.trim() || DEFAULT_TENANT,
            ip: ctx.remoteAddress,
            userAgent: userAgentOf(ctx),
          });
        } catch (error) {
          if (error instanceof RetryLater) ctx.reply.header('retry-after', String(error.seconds));
          throw error;
        }
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/auth/logout',
      auth: 'login',
      summary: 'End the session of the request',
      async handler(ctx) {
        const user = callerOf(ctx);
        await parts.own.endCurrent();
        parts.log.record({
          ...user,
          event: 'logout',
          success: true,
          ip: ctx.remoteAddress,
          userAgent: userAgentOf(ctx),
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/auth/sessions',
      auth: 'login',
      summary: 'The sessions of the caller',
      schema: { response: Type.Array(SessionRow) },
      handler: (ctx) => parts.own.list(callerOf(ctx)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/auth/sessions/:id',
      auth: 'login',
      summary: 'End one of the own sessions',
      schema: { params: Type.Object({ id: Id }) },
      audit: 'End a session',
      handler: (ctx) => parts.own.end(callerOf(ctx), ctx.params.id),
    }),
  ];
}
