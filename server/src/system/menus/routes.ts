import { menuContracts } from '@platform/host-api';
import { defineRoute, forPlatformTenant, ofPlatformTenant, type Route } from '../../kernel/index.ts';
import { callerOf } from '../shared/authority.ts';
import type { Edits } from '../shared/edits.ts';
import { notFound } from '../shared/failures.ts';
import type { Removals } from '../undo/removals.ts';
import { removalRoute } from '../undo/routes.ts';
import type { Menu } from './menu.ts';
import { isOfTenants, type MenuAccess } from './menu-access.ts';
import { MenuAnswers } from './menu-answers.ts';
import type { MenuCommands } from './menu-commands.ts';

const byPlace = (a: Menu, b: Menu): number =>
  a.parentId - b.parentId || a.orderNum - b.orderNum || a.menuId - b.menuId;
const inOrder = (menus: readonly Menu[]) => ({ total: menus.length, rows: menus.toSorted(byPlace) });

/** `/system/menu`: the list is the whole tree as rows, unpaged. (design 2.2) */
export function menuRoutes(
  access: MenuAccess,
  commands: MenuCommands,
  edits: Edits,
  removals: Removals,
): Route[] {
  removals.restoreBy('menu', (restored) => commands.restore(restored));
  const answers = new MenuAnswers();
  return [
    defineRoute({
      ...menuContracts.routers,
      async handler(ctx) {
        const { key, build } = await access.routers(callerOf(ctx));
        return answers.send(ctx, key, build);
      },
    }),
    defineRoute({
      ...menuContracts.place,
      handler: (ctx) => access.place(callerOf(ctx), ctx.query.path),
    }),
    defineRoute({
      ...menuContracts.list,
      async handler(ctx) {
        const { menuName, status, appCode, ofTenants = false } = ctx.query;
        const { key, build } = await access.manageable(callerOf(ctx));
        if (!menuName && status === undefined && appCode === undefined && !ofTenants)
          return answers.send(ctx, key, () => inOrder(build()));
        const name = menuName?.toLowerCase() ?? '';
        return inOrder(
          build().filter(
            (menu) =>
              menu.menuName.toLowerCase().includes(name) &&
              (status === undefined || menu.status === status) &&
              (!ofTenants || isOfTenants(menu)) &&
              (appCode === undefined || (menu.appCode ?? '') === appCode),
          ),
        );
      },
    }),
    defineRoute({
      ...menuContracts.grantable,
      async handler(ctx) {
        const { key, build } = await access.grantable(callerOf(ctx));
        return answers.send(ctx, key, () => inOrder(build()));
      },
    }),
    defineRoute({
      ...menuContracts.get,
      async handler(ctx) {
        const { build } = await access.manageable(callerOf(ctx));
        const menu = build().find((candidate) => candidate.menuId === ctx.params.menuId);
        if (!menu) throw notFound('menu');
        return menu;
      },
    }),
    defineRoute({
      ...menuContracts.add,
      audit: 'Add a menu',
      handler: (ctx) => forPlatformTenant(ctx, async () => ({ menuId: await commands.create(ctx.body) })),
    }),
    defineRoute({
      ...menuContracts.edit,
      audit: 'Change a menu',
      handler: (ctx) =>
        forPlatformTenant(ctx, () => {
          const { updateTime, ...change } = ctx.body;
          return edits.run(
            'sys_menu',
            { id: change.menuId, seen: updateTime, shown: () => commands.get(change.menuId) },
            () => commands.update(change),
          );
        }),
    }),
    defineRoute({
      ...menuContracts.move,
      audit: 'Move a menu',
      handler: (ctx) => forPlatformTenant(ctx, () => commands.move(ctx.body)),
    }),
    ...ofPlatformTenant([
      removalRoute(removals, {
        kind: 'menu',
        contract: menuContracts.remove,
        audit: 'Remove menus',
        remove: (ids) => commands.remove(ids),
      }),
    ]),
  ];
}
