import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  Changed,
  contract,
  Id,
  IdsParams,
  Nothing,
  nullableText,
  oneOf,
  Removed,
  text,
  Time,
  type DataOf,
} from '../contract/index.ts';

export const NoticeLevelSchema = oneOf('info', 'success', 'warning', 'error');

export const InboxNoticeSchema = Type.Object({
  noticeId: Id,
  title: Type.String(),
  content: nullableText(),
  translations: Type.Optional(
    Type.Record(Type.String(), Type.Object({ title: Type.String(), content: Type.Optional(Type.String()) }), {
      description: 'Texts in further languages',
    }),
  ),
  level: NoticeLevelSchema,
  link: nullableText(),
  appCode: nullableText(),
  readTime: nullableText(),
  createTime: Time,
});

export const NoticeSummarySchema = Type.Object({
  available: Type.Boolean({ description: 'False without a message broker: nothing new arrives' }),
  reason: nullableText(),
  unread: Type.Integer({ description: 'Those that the bell counts' }),
  quiet: Type.Integer({ description: 'Unread, too, but not counted by preference' }),
});

const Recipients = Type.Union([
  Type.Literal('tenant'),
  Type.Object({ users: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
  Type.Object({ roles: Type.Array(text(64), { minItems: 1, maxItems: 100 }) }),
  Type.Object({ departments: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
  Type.Object({ permission: text(128) }),
]);

export const messageCenterContracts = {
  list: contract({
    method: 'GET',
    url: '/system/message/list',
    auth: 'login',
    ofPerson: true,
    summary: 'My notices, the newest first',
    schema: {
      query: Type.Object({
        unread: Type.Optional(Type.Boolean()),
        title: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      response: pageOf(InboxNoticeSchema),
    },
  }),
  summary: contract({
    method: 'GET',
    url: '/system/message/summary',
    auth: 'login',
    ofPerson: true,
    summary: 'How many of my notices are unread, and whether the message center is available',
    schema: { response: NoticeSummarySchema },
  }),
  sources: contract({
    method: 'GET',
    url: '/system/message/sources',
    auth: 'login',
    ofPerson: true,
    summary: 'Codes of the applications that my notices came from',
    schema: { response: Type.Array(Type.String()) },
  }),
  readAll: contract({
    method: 'PUT',
    url: '/system/message/read',
    auth: 'login',
    ofPerson: true,
    summary: 'Mark all of my notices as read',
    schema: { response: Changed },
  }),
  read: contract({
    method: 'PUT',
    url: '/system/message/:ids/read',
    auth: 'login',
    ofPerson: true,
    summary: 'Mark some of my notices as read',
    schema: { params: IdsParams, response: Changed },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/message/:ids',
    auth: 'login',
    ofPerson: true,
    summary: 'Remove some of my notices; one alone can be put back for a while',
    schema: { params: IdsParams, response: Removed },
  }),
  send: contract({
    method: 'POST',
    url: '/system/message',
    auth: 'system:notice:add',
    summary: 'Send a notice to users, roles, departments, those who have a permission, or the whole tenant',
    schema: {
      body: Type.Object({
        to: Recipients,
        title: text(100),
        content: Type.Optional(Type.String({ maxLength: 2_000 })),
        level: Type.Optional(NoticeLevelSchema),
        link: Type.Optional(Type.String({ maxLength: 500, pattern: String.raw`^/(?![/\\])[^\s\\]*$` })),
      }),
      response: Nothing,
    },
  }),
};

export type NoticeLevel = DataOf<typeof NoticeLevelSchema>;
export type InboxNotice = DataOf<typeof InboxNoticeSchema>;
export type NoticeSummary = DataOf<typeof NoticeSummarySchema>;
