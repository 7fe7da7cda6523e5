import { profileContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { Edits } from '../shared/edits.ts';
import { retryable } from '../auth/retry-later.ts';
import type { Profile } from './profile.ts';

/** `/system/user/profile`. (design 2.2) */
export function profileRoutes(profile: Profile, edits: Edits): Route[] {
  return [
    defineRoute({
      ...profileContracts.get,
      handler: (ctx) => profile.get(callerOf(ctx)),
    }),
    defineRoute({
      ...profileContracts.edit,
      audit: 'Change the own profile',
      handler(ctx) {
        const { updateTime: seen, ...change } = ctx.body;
        const caller = callerOf(ctx);
        return edits.run('sys_user', { id: caller.userId, seen, shown: () => profile.get(caller) }, () =>
          profile.update(caller, change),
        );
      },
    }),
    defineRoute({
      ...profileContracts.password,
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
