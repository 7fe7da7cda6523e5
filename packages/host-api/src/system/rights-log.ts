import { Type } from 'typebox';
import {
  contract,
  Id,
  listContracts,
  nullableId,
  nullableText,
  oneOf,
  Time,
  TimeRange,
  type DataOf,
} from '../contract/index.ts';

/** Kind of right that a change concerns. */
export const RIGHTS_KINDS = [
  'user-roles',
  'user-state',
  'user-credentials',
  'role-permissions',
  'role-state',
  'role-data',
  'menu-permission',
  'tenant-state',
  'script-token',
  'catalog-token',
] as const;

const Rights = Type.Array(Type.String(), {
  description:
    'Permissions, role keys, states such as enabled, disabled and locked, or reaches such as deptTree',
});

export const RightsChangeSchema = Type.Object({
  entryId: Id,
  kind: oneOf(...RIGHTS_KINDS),
  subject: Type.String({ description: 'Name or key of the user, role, menu, tenant or token' }),
  appCode: nullableText(),
  added: Rights,
  removed: Rights,
  cause: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'What changed it where no user did, such as oidc:<provider>',
  }),
  userId: nullableId,
  userName: nullableText(),
  userTenant: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Tenant of the user who made the change',
  }),
  ip: nullableText(),
  requestId: nullableText(),
  createTime: Time,
});

export const RightsChangeDetailSchema = Type.Object({
  ...RightsChangeSchema.properties,
  before: Rights,
  after: Rights,
});

export const RightsChangeFilterSchema = Type.Object({
  kind: Type.Optional(oneOf(...RIGHTS_KINDS)),
  subject: Type.Optional(Type.String()),
  userName: Type.Optional(Type.String()),
  appCode: Type.Optional(Type.String()),
  right: Type.Optional(
    Type.String({ maxLength: 200, description: 'A right that was given or taken, written in full' }),
  ),
  ...TimeRange,
});

/** The record of changes of rights. No route removes an entry. (design 11.7) */
export const rightsLogContracts = {
  ...listContracts({
    url: '/system/rightsLog',
    auth: 'system:rightsLog:list',
    summary: 'The changes of rights in the tenant',
    filter: RightsChangeFilterSchema,
    row: RightsChangeSchema,
  }),
  get: contract({
    method: 'GET',
    url: '/system/rightsLog/:id',
    auth: 'system:rightsLog:query',
    summary: 'A change of rights, with all rights before and after',
    schema: { params: Type.Object({ id: Id }), response: RightsChangeDetailSchema },
  }),
};

export type RightsKind = (typeof RIGHTS_KINDS)[number];
export type RightsChangeRow = DataOf<typeof RightsChangeSchema>;
export type RightsChangeDetail = DataOf<typeof RightsChangeDetailSchema>;
