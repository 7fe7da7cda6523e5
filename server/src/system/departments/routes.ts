import { departmentContracts, postContracts } from '@platform/host-api';
import { defineRoute, type Route } from '../../kernel/index.ts';
import type { Edits } from '../shared/edits.ts';
import { sendExport, type ExportColumn } from '../shared/exports/index.ts';
import { listRoutes } from '../shared/list-routes.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { DeptImport } from './import/dept-import.ts';
import type { DeptRow, Departments } from './departments.ts';
import type { PostRow, Posts } from './posts.ts';

const columns = [
  { title: 'Code', value: (row: PostRow) => row.postCode },
  { title: 'Name', value: (row: PostRow) => row.postName },
  { title: 'Users', value: (row: PostRow) => row.users },
  { title: 'Enabled', value: (row: PostRow) => row.status === 1 },
  { title: 'Remark', value: (row: PostRow) => row.remark },
] as const;

const deptColumns: ReadonlyArray<ExportColumn<DeptRow & { readonly parentName: string | null }>> = [
  { title: 'Name', value: (row) => row.deptName },
  { title: 'Below', value: (row) => row.parentName },
  { title: 'Head', value: (row) => row.headName },
  { title: 'Users', value: (row) => row.users },
  { title: 'Enabled', value: (row) => row.status === 1 },
  { title: 'Remark', value: (row) => row.remark },
];

/** `/system/dept`: the list is the whole tree as rows, unpaged. */
export function departmentRoutes(
  departments: Departments,
  imports: DeptImport,
  edits: Edits,
  removals: Removals,
): Route[] {
  return [
    defineRoute({
      ...departmentContracts.list,
      async handler() {
        const rows = await departments.list();
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      ...departmentContracts.export,
      audit: 'Export departments',
      handler: (ctx) =>
        sendExport(ctx, {
          file: 'departments',
          columns: deptColumns,
          batches: departments.export(ctx.query.deptName),
        }),
    }),
    defineRoute({ ...departmentContracts.choices, handler: () => departments.choices() }),
    defineRoute({
      ...departmentContracts.add,
      audit: 'Add a department',
      handler: async (ctx) => ({ deptId: await departments.create(ctx.body) }),
    }),
    defineRoute({
      ...departmentContracts.import,
      audit: 'Import departments',
      handler: ({ body: { csv, apply = false } }) => (apply ? imports.apply(csv) : imports.check(csv)),
    }),
    defineRoute({
      ...departmentContracts.edit,
      audit: 'Change a department',
      handler: ({ body: { deptId, updateTime, ...change } }) =>
        edits.run('sys_dept', { id: deptId, seen: updateTime, shown: () => departments.get(deptId) }, () =>
          departments.update(deptId, change),
        ),
    }),
    defineRoute({
      ...departmentContracts.move,
      audit: 'Move a department',
      handler: (ctx) => departments.move(ctx.body),
    }),
    removalRoute(removals, {
      kind: 'department',
      contract: departmentContracts.remove,
      audit: 'Remove departments',
      remove: (ids) => departments.remove(ids),
    }),
  ];
}

/** `/system/post`. */
export function postRoutes(posts: Posts, edits: Edits, removals: Removals): Route[] {
  return [
    ...listRoutes({ contracts: postContracts, exported: 'posts', file: 'posts', columns, rows: posts }),
    defineRoute({
      ...postContracts.add,
      audit: 'Add a post',
      handler: async (ctx) => ({ postId: await posts.create(ctx.body) }),
    }),
    defineRoute({
      ...postContracts.edit,
      audit: 'Change a post',
      handler: ({ body: { postId, updateTime, ...change } }) =>
        edits.run('sys_post', { id: postId, seen: updateTime, shown: () => posts.get(postId) }, () =>
          posts.update(postId, change),
        ),
    }),
    removalRoute(removals, {
      kind: 'post',
      contract: postContracts.remove,
      audit: 'Remove posts',
      remove: (ids) => posts.remove(ids),
    }),
  ];
}
