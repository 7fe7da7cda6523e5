import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  Changed,
  contract,
  Id,
  IdsParams,
  Nothing,
  nullableId,
  nullableText,
  optionalText,
  Status,
  text,
  Time,
  type DataOf,
} from '../contract/index.ts';

const oneNotice = Type.Object({ noticeId: Id });

const NoticeType = Type.Unsafe<'notice' | 'announcement'>({
  type: 'string',
  enum: ['notice', 'announcement'],
});

const details = { content: optionalText(50_000), status: Type.Optional(Status) };

export const NoticeSchema = Type.Object({
  noticeId: Id,
  title: Type.String(),
  noticeType: Type.String(),
  content: nullableText(),
  status: Status,
  createBy: nullableId,
  createTime: Time,
  updateTime: Time,
});

export const noticeContracts = {
  list: contract({
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
  }),
  published: contract({
    method: 'GET',
    url: '/system/notice/published',
    auth: 'login',
    summary: 'Enabled notices, the newest first',
    schema: { response: pageOf(NoticeSchema) },
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
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/notice/:ids',
    auth: 'system:notice:remove',
    summary: 'Remove notices',
    schema: { params: IdsParams, response: Changed },
  }),
};

export type Notice = DataOf<typeof NoticeSchema>;
