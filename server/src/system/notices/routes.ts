import { defineRoute, pageOf, Type, type Route } from '../../kernel/index.ts';
import {
  Changed,
  Id,
  idsOf,
  IdsParams,
  nullableId,
  nullableText,
  optionalText,
  Status,
  text,
  Time,
} from '../shared/schemas.ts';
import type { Notices } from './notices.ts';

const oneNotice = Type.Object({ noticeId: Id });
const NoticeType = Type.Unsafe<'notice' | 'announcement'>({
  type: 'string',
  enum: ['notice', 'announcement'],
});
const details = { content: optionalText(50_000), status: Type.Optional(Status) };

const NoticeSchema = Type.Object({
  noticeId: Id,
  title: Type.String(),
  noticeType: Type.String(),
  content: nullableText(),
  status: Status,
  createBy: nullableId,
  createTime: Time,
  updateTime: Time,
});

/** `/system/notice`. (design 2.2) */
export function noticeRoutes(notices: Notices): Route[] {
  return [
    defineRoute({
      method: 'GET',
      url: '/system/notice/list',
      auth: 'system:notice:list',
      summary: 'Notices of the tenant',
      schema: {
        query: Type.Object({
          title: Type.Optional(Type.String()),
          noticeType: Type.Optional(Type.String()),
          status: Type.Optional(Status),
        }),
        response: pageOf(NoticeSchema),
      },
      handler: (ctx) => notices.list(ctx.query, ctx.page),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/notice/published',
      auth: 'login',
      summary: 'Enabled notices, the newest first',
      schema: { response: pageOf(NoticeSchema) },
      handler: (ctx) => notices.list({ status: 1 }, ctx.page),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/notice/:noticeId',
      auth: 'system:notice:query',
      summary: 'A notice',
      schema: { params: oneNotice, response: NoticeSchema },
      handler: (ctx) => notices.get(ctx.params.noticeId),
    }),
    defineRoute({
      method: 'POST',
      url: '/system/notice',
      auth: 'system:notice:add',
      summary: 'Add a notice',
      schema: {
        body: Type.Object({ title: text(100), noticeType: NoticeType, ...details }),
        response: oneNotice,
      },
      audit: 'Add a notice',
      handler: async (ctx) => ({ noticeId: await notices.create(ctx.body) }),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/notice',
      auth: 'system:notice:edit',
      summary: 'Change a notice',
      schema: {
        body: Type.Object({
          noticeId: Id,
          title: Type.Optional(text(100)),
          noticeType: Type.Optional(NoticeType),
          ...details,
        }),
      },
      audit: 'Change a notice',
      handler: ({ body: { noticeId, ...change } }) => notices.update(noticeId, change),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/notice/:ids',
      auth: 'system:notice:remove',
      summary: 'Remove notices',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove notices',
      handler: async (ctx) => ({ changed: await notices.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}
