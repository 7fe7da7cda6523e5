import { defineRoute, forPlatformTenant, pageOf, Type, type Route } from '../../kernel/index.ts';
import { callerOf } from '../auth/authority.ts';
import { notFound } from '../shared/failures.ts';
import { Changed, Id, idsOf, IdsParams } from '../shared/schemas.ts';
import type { Menu } from './menu.ts';
import type { MenuAccess } from './menu-access.ts';
import { MenuAnswers } from './menu-answers.ts';
import type { MenuCommands } from './menu-commands.ts';
import {
  MenuChangeSchema,
  MenuFilterSchema,
  MenuSchema,
  NewMenuSchema,
  RouterTreeSchema,
} from './schemas.ts';

const byPlace = (a: Menu, b: Menu): number =>
  a.parentId - b.parentId || a.orderNum - b.orderNum || a.menuId - b.menuId;

/** `/system/menu`: the list is the whole tree as rows, unpaged. (design 2.2) */
export function menuRoutes(access: MenuAccess, commands: MenuCommands): Route[] {
  const answers = new MenuAnswers();
  return [
    defineRoute({
      method: 'GET',
      url: '/system/menu/getRouters',
      auth: 'login',
      summary: 'The route tree of the menus that the caller may see',
      schema: { response: RouterTreeSchema },
      async handler(ctx) {
        const { key, build } = await access.routers(callerOf(ctx));
        return answers.send(ctx, key, build);
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/system/menu/place',
      auth: 'login',
      summary:
        'Why the caller sees no page at a path of the shell: nothing is there, a right is missing, or it is disabled',
      schema: {
        query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 500 }) }),
        response: Type.Object({
          state: Type.String(),
          appCode: Type.Optional(Type.String()),
          name: Type.Optional(Type.String()),
        }),
      },
      handler: (ctx) => access.place(callerOf(ctx), ctx.query.path),
    }),
    defineRoute({
      method: 'GET',
      url: '/system/menu/list',
      auth: 'system:menu:list',
      summary: 'All menus, as rows with their parent',
      schema: { query: MenuFilterSchema, response: pageOf(MenuSchema) },
      async handler(ctx) {
        const { menuName, status, appCode } = ctx.query;
        const name = menuName?.toLowerCase() ?? '';
        const rows = (await access.manageable(callerOf(ctx))).filter(
          (menu) =>
            menu.menuName.toLowerCase().includes(name) &&
            (status === undefined || menu.status === status) &&
            (appCode === undefined || (menu.appCode ?? '') === appCode),
        );
        return { total: rows.length, rows: rows.sort(byPlace) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/system/menu/grantable',
      auth: 'system:role:query',
      summary: 'Menus that the caller may give to a role',
      schema: { response: pageOf(MenuSchema) },
      async handler(ctx) {
        const rows = (await access.grantable(callerOf(ctx))).sort(byPlace);
        return { total: rows.length, rows };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/system/menu/:menuId',
      auth: 'system:menu:query',
      summary: 'A menu',
      schema: { params: Type.Object({ menuId: Id }), response: MenuSchema },
      async handler(ctx) {
        const menus = await access.manageable(callerOf(ctx));
        const menu = menus.find((candidate) => candidate.menuId === ctx.params.menuId);
        if (!menu) throw notFound('menu');
        return menu;
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/system/menu',
      auth: 'system:menu:add',
      summary: 'Add a menu of the host',
      schema: { body: NewMenuSchema, response: Type.Object({ menuId: Id }) },
      audit: 'Add a menu',
      handler: (ctx) => forPlatformTenant(ctx, async () => ({ menuId: await commands.create(ctx.body) })),
    }),
    defineRoute({
      method: 'PUT',
      url: '/system/menu',
      auth: 'system:menu:edit',
      summary: "Change a menu; of an application's only name, icon, sort and visibility (M4)",
      schema: { body: MenuChangeSchema },
      audit: 'Change a menu',
      handler: (ctx) => forPlatformTenant(ctx, () => commands.update(ctx.body)),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/system/menu/:ids',
      auth: 'system:menu:remove',
      summary: "Remove menus of the host; an application's cannot be removed (M4)",
      schema: { params: IdsParams, response: Changed },
      audit: 'Remove menus',
      handler: (ctx) =>
        forPlatformTenant(ctx, async () => ({ changed: await commands.remove(idsOf(ctx.params.ids)) })),
    }),
  ];
}
