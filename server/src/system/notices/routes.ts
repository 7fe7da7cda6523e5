import { noticeContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { idsOf } from '../shared/ids.ts';
import type { Notices } from './notices.ts';

/** `/system/notice`. (design 2.2) */
export function noticeRoutes(notices: Notices): Route[] {
  return [
    defineRoute({
      ...noticeContracts.list,
      handler: (ctx) => notices.list(ctx.query, ctx.page),
    }),
    defineRoute({
      ...noticeContracts.published,
      handler: (ctx) => notices.list({ status: 1 }, ctx.page),
    }),
    defineRoute({
      ...noticeContracts.get,
      handler: (ctx) => notices.get(ctx.params.noticeId),
    }),
    defineRoute({
      ...noticeContracts.add,
      audit: 'Add a notice',
      handler: async (ctx) => ({ noticeId: await notices.create(ctx.body) }),
    }),
    defineRoute({
      ...noticeContracts.edit,
      audit: 'Change a notice',
      record: (ctx) => notices.get(ctx.body.noticeId),
      handler: ({ body: { noticeId, ...change } }) => notices.update(noticeId, change),
    }),
    defineRoute({
      ...noticeContracts.remove,
      audit: 'Remove notices',
      handler: async (ctx) => ({ changed: await notices.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}
