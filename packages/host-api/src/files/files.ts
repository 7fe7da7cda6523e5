import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  Changed,
  contract,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullableId,
  nullableText,
  oneOf,
  Time,
  type DataOf,
} from '../contract/index.ts';

const Visibility = oneOf('private', 'public');

const UploadQuery = Type.Object({
  visibility: Type.Optional(Visibility),
  permission: Type.Optional(Type.String({ maxLength: 100, pattern: String.raw`^[\w-]+(:[\w-]+)+$` })),
});

const oneFile = Type.Object({ ossId: Id });

/** A name without a path, as uploads get it. */
const FileName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: String.raw`^(?!\.{1,2}$)(?=.*\S)[^/\\\u0000-\u001F\u007F]+$`,
});

export const FileRecordSchema = Type.Object({
  ossId: Id,
  originalName: Type.String(),
  contentType: Type.String(),
  size: Type.Integer(),
  storage: Type.String(),
  visibility: Visibility,
  appCode: nullableText(),
  permission: nullableText(),
  url: Type.String(),
  createBy: nullableId,
  createTime: Time,
});

const FileFilter = Type.Object({
  originalName: Type.Optional(Type.String()),
  contentType: Type.Optional(Type.String()),
  storage: Type.Optional(Type.String()),
  visibility: Type.Optional(Visibility),
  appCode: Type.Optional(Type.String()),
});

export const UploadedFileSchema = Type.Object({
  ossId: Id,
  url: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
});

/** The paths of design 2.2 are aliases of those under `/system/oss`. */
const uploadTo = <const U extends string>(url: U) =>
  contract({
    method: 'POST',
    url,
    auth: 'system:oss:add',
    summary: 'Upload a file, as the field `file` of a multipart form',
    schema: { query: UploadQuery, response: UploadedFileSchema },
    consumes: 'multipart/form-data',
  });

export const fileContracts = {
  upload: uploadTo('/system/oss'),
  uploadAlias: uploadTo('/resource/oss/upload'),
  ...listContracts({
    url: '/system/oss',
    auth: 'system:oss:list',
    summary: 'Files of the tenant',
    filter: FileFilter,
    row: FileRecordSchema,
  }),
  listAlias: contract({
    method: 'GET',
    url: '/resource/oss/list',
    auth: 'system:oss:list',
    summary: 'Files of the tenant',
    schema: { query: FileFilter, response: pageOf(FileRecordSchema) },
  }),
  get: contract({
    method: 'GET',
    url: '/system/oss/:ossId',
    auth: 'system:oss:query',
    summary: 'A file with its address',
    schema: { params: oneFile, response: FileRecordSchema },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/oss',
    auth: 'system:oss:edit',
    summary: 'Rename a file',
    schema: { body: Type.Object({ ossId: Id, originalName: FileName }), response: Nothing },
  }),
  visibility: contract({
    method: 'PUT',
    url: '/system/oss/:ossId/visibility',
    auth: 'system:oss:publish',
    summary: 'Publish a file, which everybody with its address can load, or make it private again',
    schema: { params: oneFile, body: Type.Object({ visibility: Visibility }), response: Nothing },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/oss/:ids',
    auth: 'system:oss:remove',
    summary: 'Remove files',
    schema: { params: IdsParams, response: Changed },
  }),
};

export type FileRecord = DataOf<typeof FileRecordSchema>;
export type UploadedFile = DataOf<typeof UploadedFileSchema>;
