import { noticeContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { Edits } from '../shared/edits.ts';
import type { ExportColumn } from '../shared/exports/index.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { NoticeRow, Notices } from './notices.ts';
import type { Receipts } from './receipts.ts';

interface NoticeServices {
  readonly notices: Notices;
  readonly receipts: Receipts;
  readonly edits: Edits;
  readonly removals: Removals;
}

const columns: ReadonlyArray<ExportColumn<NoticeRow>> = [
  { title: 'Title', value: (row) => row.title },
  { title: 'Kind', value: (row) => row.noticeType },
  { title: 'Published', value: (row) => row.status === 1 },
  { title: 'Visible from', value: (row) => row.visibleFrom },
  { title: 'Visible until', value: (row) => row.visibleUntil },
  { title: 'Text', value: (row) => row.content },
  { title: 'Created', value: (row) => row.createTime },
];

/** `/system/notice`. (design 2.2) */
export function noticeRoutes({ notices, receipts, edits, removals }: NoticeServices): Route[] {
  return [
    ...listRoutes({
      contracts: noticeContracts,
      exported: 'notices',
      file: 'notices',
      columns,
      rows: notices,
    }),
    defineRoute({
      ...noticeContracts.published,
      handler: (ctx) => notices.published(callerOf(ctx), ctx.page),
    }),
    defineRoute({
      ...noticeContracts.publishedOne,
      handler: (ctx) => notices.publishedOne(callerOf(ctx), ctx.params.noticeId),
    }),
    defineRoute({
      ...noticeContracts.receipts,
      handler: async ({ params: { noticeId } }) => {
        await notices.get(noticeId);
        return receipts.of(noticeId);
      },
    }),
    defineRoute({
      ...noticeContracts.readers,
      handler: async ({ params: { noticeId }, query, page }) => {
        await notices.get(noticeId);
        return receipts.readers(noticeId, query.read, page);
      },
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
      handler: ({ body: { noticeId, updateTime, ...change } }) =>
        edits.run('sys_notice', { id: noticeId, seen: updateTime, shown: () => notices.get(noticeId) }, () =>
          notices.update(noticeId, change),
        ),
    }),
    removalRoute(removals, {
      kind: 'notice',
      contract: noticeContracts.remove,
      audit: 'Remove notices',
      remove: (ids) => notices.remove(ids),
    }),
  ];
}
