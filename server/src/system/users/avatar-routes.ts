import { avatarContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import { answerObject } from '../files/object-answer.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { Avatars } from './avatars.ts';

/** Pictures of people: the own one is changed, everybody's is shown. (design 16-20) */
export const avatarRoutes = (avatars: Avatars, objects: ObjectStore): Route[] => [
  defineRoute({
    ...avatarContracts.get,
    async handler(ctx) {
      const { tenantId, ossId } = ctx.params;
      const content = await answerObject(ctx, objects, await avatars.find(tenantId, ossId), true);
      // Another picture has another address.
      ctx.reply.header('cache-control', 'private, max-age=31536000, immutable');
      return content;
    },
  }),
  defineRoute({
    ...avatarContracts.replace,
    audit: 'Change the own picture',
    handler: async (ctx) => ({ avatar: await avatars.replace(callerOf(ctx), ctx) }),
  }),
  defineRoute({
    ...avatarContracts.remove,
    audit: 'Remove the own picture',
    handler: (ctx) => avatars.remove(callerOf(ctx)),
  }),
];
