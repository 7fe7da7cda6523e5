import { Type } from 'typebox';
import { Id, nullableText, oneOf, Time, type DataOf } from '../contract/index.ts';
import { MenuNamesSchema } from '../system/menu-names.ts';
import { AskedPermissionSchema, TouchedMenuSchema } from '../installs/plan.ts';

/** Rows of an installed application in the database of the platform. (design 15.4) */
export const ApplicationContentsSchema = Type.Object({
  migrations: Type.Array(
    Type.Object({
      script: Type.String(),
      /** Version of the application that brought it. */
      version: Type.String(),
      checksum: Type.String(),
      executionMs: Type.Integer(),
      executedAt: Time,
    }),
    { description: 'In the order in which they ran' },
  ),
  menus: Type.Array(
    Type.Object({
      menuKey: Type.String(),
      parentKey: nullableText(),
      menuName: Type.String(),
      menuNames: MenuNamesSchema,
      menuType: oneOf('M', 'C', 'F'),
      path: nullableText(),
      component: nullableText(),
      perms: nullableText(),
    }),
    { description: 'Parents before their children, in the order of the menu' },
  ),
});

/** A role of the tenant with what it has of an application. (design 15.4) */
export const ApplicationRoleSchema = Type.Object({
  roleId: Id,
  roleName: Type.String(),
  menuKeys: Type.Array(Type.String()),
});

/** An installed application that names a dictionary in its files. */
export const DictionaryUseSchema = Type.Object({
  appCode: Type.String(),
  parts: Type.Array(oneOf('backend', 'frontend')),
});

const names = Type.Array(Type.String());
const menus = Type.Array(TouchedMenuSchema);

/** Differences between two versions of an application, by their records. (design 15.4) */
export const VersionDifferencesSchema = Type.Object({
  menus: Type.Object({ added: menus, changed: menus, removed: menus }),
  scripts: Type.Object({ added: names, removed: names }),
  permissions: Type.Object({
    added: Type.Array(AskedPermissionSchema),
    removed: Type.Array(AskedPermissionSchema),
  }),
  /** Files of the package; empty for a version whose content was not recorded. */
  files: Type.Object({ added: names, changed: names, removed: names }),
});

export type DictionaryUse = DataOf<typeof DictionaryUseSchema>;
export type ApplicationRole = DataOf<typeof ApplicationRoleSchema>;
export type VersionDifferences = DataOf<typeof VersionDifferencesSchema>;
export type ApplicationContents = DataOf<typeof ApplicationContentsSchema>;
