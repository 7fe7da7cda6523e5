import type { ObjectVisibility, StoredObject, UploadOptions } from '@platform/plugin-sdk/oss';
import {
  defineRoute,
  hasPermission,
  pageOf,
  PlatformError,
  Type,
  type Ctx,
  type Route,
} from '../../kernel/index.ts';
import { Changed, Id, idsOf, IdsParams, nullableId, nullableText, text, Time } from '../shared/schemas.ts';
import type { FileRecords } from './file-records.ts';
import type { ObjectStore } from './object-store.ts';

const Visibility = Type.Unsafe<ObjectVisibility>({ type: 'string', enum: ['private', 'public'] });

const UploadQuery = Type.Object({
  visibility: Type.Optional(Visibility),
  permission: Type.Optional(Type.String({ maxLength: 100, pattern: String.raw`^[\w-]+(:[\w-]+)+$` })),
});

const oneFile = Type.Object({ ossId: Id });

const FileSchema = Type.Object({
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

const FileFilterSchema = Type.Object({
  originalName: Type.Optional(Type.String()),
  contentType: Type.Optional(Type.String()),
  storage: Type.Optional(Type.String()),
  visibility: Type.Optional(Visibility),
  appCode: Type.Optional(Type.String()),
});

const StoredSchema = Type.Object({
  ossId: Id,
  url: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
});

/** Files: `/system/oss`, and the paths of design 2.2 under `/resource/oss`. */
export function fileRoutes(records: FileRecords, objects: ObjectStore): Route[] {
  return [
    ...['/resource/oss/upload', '/system/oss'].map((url) =>
      defineRoute({
        method: 'POST',
        url,
        auth: 'system:oss:add',
        summary: 'Upload a file, as the field `file` of a multipart form',
        schema: { query: UploadQuery, response: StoredSchema },
        audit: 'Upload a file',
        upload: true,
        handler: (ctx) => {
          if (ctx.query.visibility === 'public') assertMayPublish(ctx);
          return storeFirst(ctx, objects, ctx.query);
        },
      }),
    ),
    ...['/resource/oss/list', '/system/oss/list'].map((url) =>
      defineRoute({
        method: 'GET',
        url,
        auth: 'system:oss:list',
        summary: 'Files of the tenant',
        schema: { query: FileFilterSchema, response: pageOf(FileSchema) },
        handler: (ctx) => records.list(ctx.query, ctx.page),
      }),
    ),
    defineRoute({
      method: 'GET',
      url: '/system/oss/:ossId',
      auth: 'system:oss:query',
      summary: 'A file with its address',
      schema: { params: oneFile, response: FileSchema },
      handler: (ctx) => records.get(ctx.params.ossId),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/oss',
      auth: 'system:oss:edit',
      summary: 'Rename a file',
      schema: { body: Type.Object({ ossId: Id, originalName: text(200) }) },
      audit: 'Rename a file',
      handler: ({ body }) => records.rename(body.ossId, body.originalName),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/oss/:ids',
      auth: 'system:oss:remove',
      summary: 'Remove files',
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove files',
      handler: async (ctx) => ({ changed: await records.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}

/** @throws FORBIDDEN (403): what is public can be loaded by everybody who has its address, for ever */
function assertMayPublish({ user }: Pick<Ctx, 'user'>): void {
  if (hasPermission(user, 'system:oss:publish')) return;
  throw new PlatformError({
    code: 'FORBIDDEN',
    status: 403,
    message: 'The permission system:oss:publish is needed to store a public file.',
    fix: 'Leave visibility out: the file is private then, and links to it can be given away.',
  });
}

/** @throws FILE_MISSING (400) when the form has no file */
async function storeFirst(
  ctx: Pick<Ctx, 'files'>,
  objects: ObjectStore,
  options: Pick<UploadOptions, 'visibility' | 'permission'>,
): Promise<StoredObject> {
  for await (const file of ctx.files()) {
    // Awaited within the loop: leaving it closes the form.
    return await objects.upload(file.stream, { ...options, name: file.fileName, type: file.mimeType });
  }
  throw new PlatformError({
    code: 'FILE_MISSING',
    status: 400,
    message: 'The form has no file.',
    fix: 'Send the file as the field `file` of a multipart form.',
  });
}
