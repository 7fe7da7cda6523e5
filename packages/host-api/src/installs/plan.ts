import { Type } from 'typebox';
import { SignatureStateSchema } from '../catalog/signature-state.ts';
import { MenuNamesSchema } from '../system/menu-names.ts';
import { MessageParamsSchema } from '../tasks/index.ts';
import { nullable, nullableText, oneOf, VersionText, type DataOf } from '../contract/index.ts';

const names = Type.Array(Type.String());

export const PlannedActionSchema = oneOf('install', 'upgrade', 'rollback', 'uninstall');

/** Without a version, the latest one. */
export const PlanRequestSchema = Type.Object({
  action: PlannedActionSchema,
  appCode: Type.String({ minLength: 1, maxLength: 32 }),
  version: Type.Optional(VersionText),
  dropData: Type.Optional(Type.Boolean()),
  /** Install the applications that it needs first. */
  withDependencies: Type.Optional(Type.Boolean()),
});

export const TouchedMenuSchema = Type.Object({
  menuKey: Type.String(),
  menuName: Type.String(),
  menuNames: MenuNamesSchema,
  menuType: oneOf('M', 'C', 'F'),
});

/** How much an application keeps in the database and the storages. */
export const ApplicationDataSchema = Type.Object({
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  settings: Type.Integer(),
  dictionaries: Type.Integer(),
  /** Tasks of the scheduler center, with their history. */
  tasks: Type.Integer(),
  unreadNotices: Type.Integer(),
  readNotices: Type.Integer(),
  /** `names` holds the latest ones only. */
  objects: Type.Object({ count: Type.Integer(), names }),
});

/** A permission that a version asks for. */
export const AskedPermissionSchema = Type.Object({
  name: Type.String(),
  /** Hosts that it is limited to; empty means any. */
  scope: names,
  /** The version before did not ask for it, or for less. */
  isNew: Type.Boolean(),
});

/** The exact effect of an operation, if it ran now. (design 2.3) */
export const OperationPlanSchema = Type.Object({
  /** A deployment is planned by the console's own route. */
  action: Type.Union([PlannedActionSchema, Type.Literal('deploy')]),
  appCode: Type.String(),
  /** The tenant's version before and after; null for not installed. */
  fromVersion: nullableText(),
  toVersion: nullableText(),
  /** Other tenants use the application: code, menus and tables are theirs too. */
  shared: Type.Boolean(),
  /** Applications to install first, in this order. The rest of the plan leaves them out. */
  needed: Type.Array(
    Type.Object({ appCode: Type.String(), version: Type.String(), packageSize: Type.Integer() }),
  ),
  /** Bytes to fetch from the storage; 0 where this host has everything already. */
  packageSize: Type.Integer(),
  files: Type.Object({ placed: names, removed: names }),
  /** Migration scripts, in the order in which they would run. (spec: L1) */
  scripts: names,
  /** Scripts of a deployed version that have not run, and do not run now either. (spec: L4) */
  skippedScripts: names,
  permissions: Type.Array(AskedPermissionSchema),
  /** Signature of the package that is placed; null where none is. */
  signature: nullable(Type.Object({ state: SignatureStateSchema, keyId: nullableText() })),
  /** `cleared` tables stay, without this tenant's rows. */
  tables: Type.Object({ created: names, dropped: names, cleared: names }),
  /** Present for a removal: the data that it deletes and keeps. (design 9.8-67) */
  data: Type.Optional(Type.Object({ goes: ApplicationDataSchema, stays: ApplicationDataSchema })),
  menus: Type.Object({
    added: Type.Array(TouchedMenuSchema),
    changed: Type.Array(TouchedMenuSchema),
    removed: Type.Array(TouchedMenuSchema),
  }),
  /** Enabled applications that need this one. */
  dependents: Type.Array(Type.Object({ appCode: Type.String(), range: Type.String() })),
  /** Other tenants whose running code would change; named to the platform's own tenant only. */
  tenants: Type.Object({ total: Type.Integer(), tenantIds: names }),
  warnings: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), params: Type.Optional(MessageParamsSchema) }),
  ),
});

export type PlannedAction = DataOf<typeof PlannedActionSchema>;
export type PlanRequest = DataOf<typeof PlanRequestSchema>;
export type AskedPermission = DataOf<typeof AskedPermissionSchema>;
export type TouchedMenu = DataOf<typeof TouchedMenuSchema>;
export type ApplicationData = DataOf<typeof ApplicationDataSchema>;
export type OperationPlan = DataOf<typeof OperationPlanSchema>;
