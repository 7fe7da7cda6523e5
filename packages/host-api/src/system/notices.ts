import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullable,
  nullableId,
  nullableText,
  optionalText,
  SeenTime,
  Status,
  text,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';

const oneNotice = Type.Object({ noticeId: Id });

const NoticeType = Type.Unsafe<'notice' | 'announcement'>({
  type: 'string',
  enum: ['notice', 'announcement'],
});

/** Audience of a notice. */
export const NoticeAudienceSchema = Type.Union([
  Type.Literal('tenant'),
  Type.Object({ users: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
  Type.Object({ roles: Type.Array(text(64), { minItems: 1, maxItems: 100 }) }),
  Type.Object({ departments: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
]);

const Instant = Type.Optional(nullable(Type.String({ format: 'date-time' })));

const details = {
  content: optionalText(50_000),
  status: Type.Optional(Status),
  audience: Type.Optional(NoticeAudienceSchema),
  visibleFrom: Instant,
  visibleUntil: Instant,
};

export const NoticeSchema = Type.Object({
  noticeId: Id,
  title: Type.String(),
  noticeType: Type.String(),
  content: nullableText(),
  status: Status,
  audience: Type.Unsafe<'tenant' | { users: number[] } | { roles: string[] } | { departments: number[] }>({}),
  visibleFrom: nullableText(),
  visibleUntil: nullableText(),
  /** When it was put into the inboxes. */
  announcedAt: nullableText(),
  waits: Type.Boolean({ description: 'It is published, and its time has not come' }),
  createBy: nullableId,
  createTime: Time,
  updateTime: Time,
});

export const NoticeReceiptsSchema = Type.Object({ sent: Type.Integer(), read: Type.Integer() });

export const NoticeReaderSchema = Type.Object({
  userId: Id,
  userName: Type.String(),
  nickName: Type.String(),
  readTime: nullableText(),
});

export const noticeContracts = {
  ...listContracts({
    url: '/system/notice',
    auth: 'system:notice:list',
    summary: 'Notices of the tenant',
    filter: Type.Object({
      title: Type.Optional(Type.String()),
      noticeType: Type.Optional(Type.String()),
      status: Type.Optional(Status),
    }),
    row: NoticeSchema,
  }),
  published: contract({
    method: 'GET',
    url: '/system/notice/published',
    auth: 'login',
    summary: 'Notices that are for the caller and may be seen now, the newest first',
    schema: { response: pageOf(NoticeSchema) },
  }),
  publishedOne: contract({
    method: 'GET',
    url: '/system/notice/published/:noticeId',
    auth: 'login',
    summary: 'A notice that is for the caller',
    schema: { params: oneNotice, response: NoticeSchema },
  }),
  receipts: contract({
    method: 'GET',
    url: '/system/notice/:noticeId/receipts',
    auth: 'system:notice:query',
    summary: 'How many have a notice in their inbox, and how many of them have read it',
    schema: { params: oneNotice, response: NoticeReceiptsSchema },
  }),
  readers: contract({
    method: 'GET',
    url: '/system/notice/:noticeId/readers',
    auth: 'system:notice:query',
    summary: 'Who has read a notice, or has not yet',
    schema: {
      params: oneNotice,
      query: Type.Object({ read: Type.Boolean() }),
      response: pageOf(NoticeReaderSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/system/notice/:noticeId',
    auth: 'system:notice:query',
    summary: 'A notice',
    schema: { params: oneNotice, response: NoticeSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/notice',
    auth: 'system:notice:add',
    summary: 'Add a notice',
    schema: {
      body: Type.Object({ title: text(100), noticeType: NoticeType, ...details }),
      response: oneNotice,
    },
  }),
  edit: contract({
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
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/notice/:ids',
    auth: 'system:notice:remove',
    summary: 'Remove notices',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type Notice = DataOf<typeof NoticeSchema>;
export type NoticeAudience = DataOf<typeof NoticeAudienceSchema>;
export type NoticeReceipts = DataOf<typeof NoticeReceiptsSchema>;
export type NoticeReader = DataOf<typeof NoticeReaderSchema>;
