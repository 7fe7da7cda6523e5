import { fileContracts } from '@platform/host-api';
import type { StoredObject, UploadOptions } from '@platform/plugin-sdk/oss';
import { defineRoute, hasPermission, PlatformError, type Ctx, type Route } from '../../kernel/index.ts';
import { sendExport, type ExportColumn } from '../shared/exports/index.ts';
import { idsOf } from '../shared/ids.ts';
import type { FileRecords, FileRow } from './file-records.ts';
import type { ObjectStore } from './object-store.ts';

const columns: ReadonlyArray<ExportColumn<Omit<FileRow, 'url'>>> = [
  { title: 'Name', value: (row) => row.originalName },
  { title: 'Type', value: (row) => row.contentType },
  { title: 'Bytes', value: (row) => row.size },
  { title: 'Storage', value: (row) => row.storage },
  { title: 'Public', value: (row) => row.visibility === 'public' },
  { title: 'Application', value: (row) => row.appCode },
  { title: 'Created', value: (row) => row.createTime },
];

/** Files: `/system/oss`, and the paths of design 2.2 under `/resource/oss`. */
export function fileRoutes(records: FileRecords, objects: ObjectStore): Route[] {
  return [
    ...[fileContracts.upload, fileContracts.uploadAlias].map((contract) =>
      defineRoute({
        ...contract,
        audit: 'Upload a file',
        handler: (ctx) => {
          if (ctx.query.visibility === 'public') assertMayPublish(ctx);
          return storeFirst(ctx, objects, ctx.query);
        },
      }),
    ),
    ...[fileContracts.list, fileContracts.listAlias].map((contract) =>
      defineRoute({ ...contract, handler: (ctx) => records.list(ctx.query, ctx.page) }),
    ),
    defineRoute({
      ...fileContracts.export,
      audit: 'Export files',
      handler: (ctx) =>
        sendExport(ctx, { file: 'files', columns, batches: records.export(ctx.query, ctx.page) }),
    }),
    defineRoute({
      ...fileContracts.get,
      handler: (ctx) => records.get(ctx.params.ossId),
    }),
    defineRoute({
      ...fileContracts.edit,
      audit: 'Rename a file',
      record: ({ body }) => records.get(body.ossId),
      handler: ({ body }) => records.rename(body.ossId, body.originalName),
    }),
    defineRoute({
      ...fileContracts.visibility,
      audit: 'Publish or hide a file',
      record: (ctx) => records.get(ctx.params.ossId),
      handler: async ({ params: { ossId }, body: { visibility } }) => {
        await records.get(ossId);
        await objects.setVisibility(ossId, visibility);
      },
    }),
    defineRoute({
      ...fileContracts.remove,
      audit: 'Remove files',
      handler: async (ctx) => ({ changed: await records.remove(idsOf(ctx.params.ids)) }),
    }),
  ];
}

/**
 * @throws FORBIDDEN (403): what is public can be loaded by everybody who has its address, for ever
 */
function assertMayPublish({ user }: Pick<Ctx, 'user'>): void {
  if (hasPermission(user, 'system:oss:publish')) return;
  throw new PlatformError({
    code: 'FORBIDDEN',
    status: 403,
    message: 'Storing a public file needs the permission system:oss:publish.',
    fix: 'Omit visibility to store a private file, and share it by links.',
    details: { params: { permission: 'system:oss:publish' } },
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
