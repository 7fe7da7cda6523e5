import { defineRoute, Type, type Route } from '../../kernel/index.ts';
import { callerOf } from '../auth/authority.ts';
import { retryable } from '../auth/retry-later.ts';
import type { Profile } from './profile.ts';
import { PasswordChangeSchema, ProfileChangeSchema, UserSchema } from './schemas.ts';

/** `/system/user/profile`. (design 2.2) */
export function profileRoutes(profile: Profile): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/system/user/profile',
      auth: 'login',
      summary: 'The own profile',
      schema: { response: UserSchema },
      handler: (ctx) => profile.get(callerOf(ctx)),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user/profile',
      auth: 'login',
      summary: 'Change the own profile',
      schema: { body: ProfileChangeSchema },
      audit: 'Change the own profile',
      handler: (ctx) => profile.update(callerOf(ctx), ctx.body),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/user/profile/password',
      auth: 'login',
      summary: 'Change the own password; ends the other sessions',
      schema: {
        body: PasswordChangeSchema,
        response: Type.Object({ endedSessions: Type.Integer() }),
      },
      audit: 'Change the own password',
      async handler(ctx) {
        const { remoteAddress: ip, signal } = ctx;
        const change = { ...ctx.body, ip, signal };
        return {
          endedSessions: await retryable(ctx, () => profile.changePassword(callerOf(ctx), change)),
        };
      },
    }),
  ];
}
