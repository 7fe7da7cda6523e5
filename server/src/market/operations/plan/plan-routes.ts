import { defineRoute, Type, type Route } from '../../../kernel/index.ts';
import { text, versionText } from '../../schemas.ts';
import type { OperationPlanner } from './operation-planner.ts';

const names = Type.Array(Type.String());
const menus = Type.Array(
  Type.Object({ menuKey: Type.String(), menuName: Type.String(), menuType: Type.String() }),
);

const data = Type.Object({
  tables: Type.Array(Type.Object({ name: Type.String(), rows: Type.Integer() })),
  settings: Type.Integer(),
  dictionaries: Type.Integer(),
  tasks: Type.Integer(),
  unreadNotices: Type.Integer(),
  readNotices: Type.Integer(),
  objects: Type.Object({ count: Type.Integer(), names }),
});

/** design 2.3 */
export function planRoutes(planner: OperationPlanner): Route[] {
  return [
    defineRoute({
      method: 'POST',
      url: '/app/install/plan',
      auth: 'app:install:list',
      summary: 'What an operation would do, changing nothing',
      schema: {
        body: Type.Object({
          action: Type.Union([
            Type.Literal('install'),
            Type.Literal('upgrade'),
            Type.Literal('rollback'),
            Type.Literal('uninstall'),
          ]),
          appCode: Type.String({ minLength: 1, maxLength: 32 }),
          version: Type.Optional(versionText),
          dropData: Type.Optional(Type.Boolean()),
          withDependencies: Type.Optional(Type.Boolean()),
        }),
        response: Type.Object({
          action: Type.String(),
          appCode: Type.String(),
          fromVersion: text,
          toVersion: text,
          shared: Type.Boolean(),
          needed: Type.Array(
            Type.Object({ appCode: Type.String(), version: Type.String(), packageSize: Type.Integer() }),
          ),
          packageSize: Type.Integer(),
          files: Type.Object({ placed: names, removed: names }),
          scripts: names,
          tables: Type.Object({ created: names, dropped: names, cleared: names }),
          data: Type.Optional(Type.Object({ goes: data, stays: data })),
          menus: Type.Object({ added: menus, changed: menus, removed: menus }),
          dependents: Type.Array(Type.Object({ appCode: Type.String(), range: Type.String() })),
          tenants: Type.Object({ total: Type.Integer(), tenantIds: names }),
          warnings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
        }),
      },
      handler: ({ body, tenantId }) => planner.plan({ ...body, tenantId: tenantId ?? '' }),
    }),
  ];
}
