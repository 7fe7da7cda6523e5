import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import {
  contract,
  exportQuery,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullableText,
  optionalText,
  SeenTime,
  Status,
  text,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';
import { ImportCheckSchema, ImportFileSchema } from './imports.ts';

const nullableId = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const oneDept = Type.Object({ deptId: Id });

const onePost = Type.Object({ postId: Id });

export const DeptSchema = Type.Object({
  deptId: Id,
  /** 0 at the top. */
  parentId: Id,
  deptName: Type.String(),
  headUserId: nullableId,
  headName: nullableText(),
  orderNum: Type.Integer(),
  status: Status,
  remark: nullableText(),
  users: Type.Integer({ description: 'Users of the department itself' }),
  createTime: Time,
  updateTime: Time,
});

const deptDetails = {
  parentId: Type.Optional(Id),
  headUserId: Type.Optional(nullableId),
  status: Type.Optional(Status),
  remark: optionalText(500),
};

export const departmentContracts = {
  list: contract({
    method: 'GET',
    url: '/system/dept/list',
    auth: 'system:dept:list',
    summary: 'All departments of the tenant, as rows with their parent',
    schema: { response: pageOf(DeptSchema) },
  }),
  export: contract({
    method: 'GET',
    url: '/system/dept/export',
    auth: 'system:dept:list',
    summary: 'Departments of the tenant as CSV or XLSX',
    schema: { query: exportQuery(Type.Object({ deptName: Type.Optional(Type.String()) })) },
    produces: 'text/csv',
  }),
  choices: contract({
    method: 'GET',
    url: '/system/dept/choices',
    auth: 'login',
    summary: 'Names of the departments within reach of the caller, for choices',
    schema: {
      response: Type.Array(Type.Object({ deptId: Id, parentId: Id, deptName: Type.String() })),
    },
  }),
  add: contract({
    method: 'POST',
    url: '/system/dept',
    auth: 'system:dept:add',
    summary: 'Add a department as the last of its parent',
    schema: { body: Type.Object({ deptName: text(50), ...deptDetails }), response: oneDept },
  }),
  import: contract({
    method: 'POST',
    url: '/system/dept/import',
    auth: 'system:dept:add',
    summary: 'Read departments from a CSV file; with `apply` and without a finding, add all of them',
    schema: { body: ImportFileSchema, response: ImportCheckSchema },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/dept',
    auth: 'system:dept:edit',
    summary: 'Change a department',
    schema: {
      body: Type.Object({
        deptId: Id,
        deptName: Type.Optional(text(50)),
        ...deptDetails,
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  move: contract({
    method: 'PUT',
    url: '/system/dept/move',
    auth: 'system:dept:edit',
    summary: 'Place a department before another one, or as the last of its parent',
    schema: {
      body: Type.Object({ deptId: Id, parentId: Type.Optional(Id), before: Type.Optional(Id) }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/dept/:ids',
    auth: 'system:dept:remove',
    summary: 'Remove departments without users and without departments below them',
    schema: { params: IdsParams, response: Removed },
  }),
};

export const PostSchema = Type.Object({
  postId: Id,
  postCode: Type.String(),
  postName: Type.String(),
  orderNum: Type.Integer(),
  status: Status,
  remark: nullableText(),
  users: Type.Integer({ description: 'Users who have it' }),
  createTime: Time,
  updateTime: Time,
});

const postDetails = {
  orderNum: Type.Optional(Type.Integer()),
  status: Type.Optional(Status),
  remark: optionalText(500),
};

const PostCode = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$' });

export const PostFilterSchema = Type.Object({
  postName: Type.Optional(Type.String()),
  status: Type.Optional(Status),
});

export const postContracts = {
  ...listContracts({
    url: '/system/post',
    auth: 'system:post:list',
    summary: 'Posts of the tenant',
    filter: PostFilterSchema,
    row: PostSchema,
  }),
  add: contract({
    method: 'POST',
    url: '/system/post',
    auth: 'system:post:add',
    summary: 'Add a post',
    schema: {
      body: Type.Object({ postCode: PostCode, postName: text(50), ...postDetails }),
      response: onePost,
    },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/post',
    auth: 'system:post:edit',
    summary: 'Change a post',
    schema: {
      body: Type.Object({
        postId: Id,
        postCode: Type.Optional(PostCode),
        postName: Type.Optional(text(50)),
        ...postDetails,
        updateTime: SeenTime,
      }),
      response: Nothing,
    },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/post/:ids',
    auth: 'system:post:remove',
    summary: 'Remove posts that nobody has',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type Dept = DataOf<typeof DeptSchema>;
export type Post = DataOf<typeof PostSchema>;
