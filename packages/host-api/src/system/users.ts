import { Type } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  listContracts,
  Nothing,
  nullableText,
  optionalText,
  Password,
  SeenTime,
  Status,
  text,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';
import { ImportFileSchema, ImportFindingSchema } from './imports.ts';

export const email = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 100,
    pattern: String.raw`^$|^[^@\s]+@[^@\s]+$`,
  }),
);

export const phone = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 30, pattern: String.raw`^[\d+() -]*$` }),
);

const roleIds = Type.Array(Id, { maxItems: 100, uniqueItems: true });

const postIds = Type.Array(Id, { maxItems: 100, uniqueItems: true });

const deptId = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const details = {
  deptId: Type.Optional(deptId),
  postIds: Type.Optional(postIds),
  email,
  phone,
  avatar: optionalText(500),
  status: Type.Optional(Status),
  remark: optionalText(500),
};

export const RoleRefSchema = Type.Object({ roleId: Id, roleKey: Type.String(), roleName: Type.String() });

export const UserSchema = Type.Object({
  userId: Id,
  userName: Type.String(),
  nickName: Type.String(),
  email: nullableText(),
  phone: nullableText(),
  avatar: nullableText(),
  status: Status,
  lastLoginTime: nullableText(),
  lastLoginIp: nullableText(),
  lockedUntil: nullableText(),
  secondFactor: Type.Boolean({ description: 'An authenticator is set up' }),
  remark: nullableText(),
  createTime: Time,
  updateTime: Time,
  roles: Type.Array(RoleRefSchema),
  deptId,
  deptName: nullableText(),
  postIds: Type.Array(Id),
});

export const RoleUserFilterSchema = Type.Object({
  name: Type.Optional(Type.String({ description: 'A part of the user name or of the name' })),
  userName: Type.Optional(Type.String()),
  nickName: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  status: Type.Optional(Status),
  deptId: Type.Optional(Id),
});

export const UserFilterSchema = Type.Object({
  ...RoleUserFilterSchema.properties,
  /** Several, separated by commas. */
  userIds: Type.Optional(IdsParams.properties.ids),
  roleId: Type.Optional(Id),
  withoutRoleId: Type.Optional(Id),
});

export const NewUserSchema = Type.Object({
  userName: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]{1,49}$' }),
  nickName: text(50),
  password: Type.Optional(Password),
  roleIds: Type.Optional(roleIds),
  ...details,
});

export const UserChangeSchema = Type.Object({
  userId: Id,
  nickName: Type.Optional(text(50)),
  roleIds: Type.Optional(roleIds),
  ...details,
  updateTime: SeenTime,
});

export const PasswordResultSchema = Type.Object({
  userId: Id,
  password: Type.Optional(Type.String({ description: 'Present when it was generated; returned once' })),
});

export const PasswordResetSchema = Type.Object({ password: Type.Optional(Password) });

export const ImportResultSchema = Type.Object({
  total: Type.Integer({ description: 'Users in the file' }),
  findings: Type.Array(ImportFindingSchema),
  users: Type.Array(Type.Object({ userName: Type.String(), password: Type.String() }), {
    description: 'Who was added, with generated passwords; returned once',
  }),
});

const oneUser = Type.Object({ userId: Id });

export const userContracts = {
  ...listContracts({
    url: '/system/user',
    auth: 'system:user:list',
    summary: 'Users of the tenant',
    filter: UserFilterSchema,
    row: UserSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/system/user/:userId',
    auth: 'system:user:query',
    summary: 'A user with roles',
    schema: { params: oneUser, response: UserSchema },
  }),
  rights: contract({
    method: 'GET',
    url: '/system/user/:userId/rights',
    auth: 'system:user:query',
    summary: 'What a user may do, and by which role',
    schema: {
      params: oneUser,
      response: Type.Array(
        Type.Object({ permission: Type.String(), roles: Type.Array(Type.String({ description: 'Names' })) }),
      ),
    },
  }),
  import: contract({
    method: 'POST',
    url: '/system/user/import',
    auth: 'system:user:add',
    summary: 'Read users from a CSV file; with `apply` and without a finding, add all of them',
    schema: {
      body: ImportFileSchema,
      response: ImportResultSchema,
    },
  }),
  add: contract({
    method: 'POST',
    url: '/system/user',
    auth: 'system:user:add',
    summary: 'Add a user',
    schema: { body: NewUserSchema, response: PasswordResultSchema },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/user',
    auth: 'system:user:edit',
    summary: 'Change a user',
    schema: { body: UserChangeSchema, response: Nothing },
  }),
  status: contract({
    method: 'PUT',
    url: '/system/user/:userId/status',
    auth: 'system:user:edit',
    summary: 'Enable or disable a user; disabling ends the sessions',
    schema: { params: oneUser, body: Type.Object({ status: Status }), response: Nothing },
  }),
  password: contract({
    method: 'PUT',
    url: '/system/user/:userId/password',
    auth: 'system:user:edit',
    summary: 'Set a password, or have one generated; ends the sessions of the user',
    schema: { params: oneUser, body: PasswordResetSchema, response: PasswordResultSchema },
  }),
  lock: contract({
    method: 'PUT',
    url: '/system/user/:userId/lock',
    auth: 'system:user:edit',
    summary: 'Lock an account until it is unlocked; ends its sessions',
    schema: { params: oneUser, response: Nothing },
  }),
  unlock: contract({
    method: 'PUT',
    url: '/system/user/:userId/unlock',
    auth: 'system:user:edit',
    summary: 'Unlock an account, and end the waits that failed logins have set',
    schema: { params: oneUser, response: Nothing },
  }),
  resetSecondFactor: contract({
    method: 'DELETE',
    url: '/system/user/:userId/second-factor',
    auth: 'system:user:edit',
    summary: 'Remove the second factor of a user; ends their sessions, needs a fresh proof',
    schema: { params: oneUser, response: Nothing },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/user/:ids',
    auth: 'system:user:remove',
    summary: 'Remove users',
    schema: { params: IdsParams, response: Removed },
  }),
};

export type RoleRef = DataOf<typeof RoleRefSchema>;
export type User = DataOf<typeof UserSchema>;
export type UserFilter = DataOf<typeof UserFilterSchema>;
export type NewUser = DataOf<typeof NewUserSchema>;
export type UserChange = DataOf<typeof UserChangeSchema>;
export type ImportResult = DataOf<typeof ImportResultSchema>;
export type PasswordResult = DataOf<typeof PasswordResultSchema>;
export type PasswordReset = DataOf<typeof PasswordResetSchema>;
