import { pageOf } from '@platform/plugin-sdk/web';
import { Type, type TSchema } from 'typebox';
import {
  contract,
  Id,
  IdsParams,
  Nothing,
  nullableText,
  oneOf,
  optionalText,
  PERMISSION_PATTERN,
  SeenTime,
  Status,
  text,
  Time,
  type DataOf,
  Removed,
} from '../contract/index.ts';
import { MenuNamesSchema } from './menu-names.ts';

export const MenuTypeSchema = oneOf('M', 'C', 'F');

export const MenuSchema = Type.Object({
  menuId: Id,
  menuKey: Type.String(),
  parentId: Id,
  menuName: Type.String(),
  menuNames: MenuNamesSchema,
  menuType: MenuTypeSchema,
  path: Type.String(),
  component: nullableText(),
  perms: nullableText(),
  icon: nullableText(),
  orderNum: Type.Integer(),
  visible: Type.Boolean(),
  status: Status,
  appCode: nullableText(),
  queryParam: nullableText(),
  isFrame: Type.Boolean(),
  isCache: Type.Boolean(),
  updateTime: Type.Optional(Time),
});

const permission = (pattern: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100, pattern }));

const content = {
  parentId: Type.Optional(Id),
  path: Type.Optional(Type.String({ maxLength: 200 })),
  component: optionalText(200),
  icon: optionalText(200),
  orderNum: Type.Optional(Type.Integer()),
  visible: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status),
  queryParam: optionalText(500),
  isFrame: Type.Optional(Type.Boolean()),
  isCache: Type.Optional(Type.Boolean()),
};

export const NewMenuSchema = Type.Object({
  menuKey: Type.String({ maxLength: 100, pattern: '^host:[A-Za-z0-9:_-]+$' }),
  menuName: text(100),
  menuType: MenuTypeSchema,
  ...content,
  perms: permission(`^$|${PERMISSION_PATTERN.source}`),
});

export const MenuChangeSchema = Type.Object({
  menuId: Id,
  menuName: Type.Optional(text(100)),
  menuType: Type.Optional(MenuTypeSchema),
  ...content,
  // A menu of an application may have `hello:*:list`, which its other changes repeat.
  perms: permission(String.raw`^$|^[A-Za-z0-9_-]+(?::[A-Za-z0-9_*-]+)+$`),
  updateTime: SeenTime,
});

export const MenuFilterSchema = Type.Object({
  menuName: Type.Optional(Type.String()),
  status: Type.Optional(Status),
  appCode: Type.Optional(Type.String()),
  ofTenants: Type.Optional(
    Type.Boolean({ description: "Only menus that tenants other than the platform's can have" }),
  ),
});

const routerFields = {
  menuId: Id,
  menuKey: Type.String(),
  name: Type.String(),
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  path: Type.String(),
  component: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  type: MenuTypeSchema,
  order: Type.Integer(),
  visible: Type.Boolean(),
  cache: Type.Boolean(),
  query: Type.Optional(Type.String()),
  isFrame: Type.Optional(Type.Boolean()),
  appCode: Type.Optional(Type.String()),
};

const routerNode = Type.Object(routerFields);

/** A node of the menu tree that the shell builds its routes from. */
export interface RouterNode extends DataOf<typeof routerNode> {
  readonly children?: readonly RouterNode[];
}

/** Deepest menu tree. */
const DEPTH = 8;

const level = (depth: number): TSchema =>
  Type.Object({
    ...routerFields,
    ...(depth > 1 ? { children: Type.Optional(Type.Array(level(depth - 1))) } : {}),
  });

/**
 * Written out level by level, since a recursive schema needs an identifier in serialisers and
 * OpenAPI.
 */
export const RouterTreeSchema = Type.Unsafe<readonly RouterNode[]>(Type.Array(level(DEPTH)));

export const MenuMoveSchema = Type.Object({
  menuId: Id,
  parentId: Type.Optional(Id),
  before: Type.Optional(Id),
});

export const menuContracts = {
  routers: contract({
    method: 'GET',
    url: '/system/menu/getRouters',
    auth: 'login',
    summary: 'The route tree of the menus that the caller may see',
    schema: { response: RouterTreeSchema },
  }),
  place: contract({
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
  }),
  list: contract({
    method: 'GET',
    url: '/system/menu/list',
    auth: 'system:menu:list',
    summary: 'All menus, as rows with their parent',
    schema: { query: MenuFilterSchema, response: pageOf(MenuSchema) },
  }),
  grantable: contract({
    method: 'GET',
    url: '/system/menu/grantable',
    auth: 'login',
    summary: 'Menus whose permissions the caller has, and may give to a role',
    schema: { response: pageOf(MenuSchema) },
  }),
  get: contract({
    method: 'GET',
    url: '/system/menu/:menuId',
    auth: 'system:menu:query',
    summary: 'A menu',
    schema: { params: Type.Object({ menuId: Id }), response: MenuSchema },
  }),
  add: contract({
    method: 'POST',
    url: '/system/menu',
    auth: 'system:menu:add',
    summary: 'Add a menu of the host',
    schema: { body: NewMenuSchema, response: Type.Object({ menuId: Id }) },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/menu',
    auth: 'system:menu:edit',
    summary: "Change a menu; of an application's only name, icon, sort and visibility (M4)",
    schema: { body: MenuChangeSchema, response: Nothing },
  }),
  move: contract({
    method: 'PUT',
    url: '/system/menu/move',
    auth: 'system:menu:edit',
    summary:
      "Place a menu before another one (`before`), or as the last of its parent; an application's stays in its parent (M4)",
    schema: { body: MenuMoveSchema, response: Nothing },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/menu/:ids',
    auth: 'system:menu:remove',
    summary: "Remove menus of the host; an application's cannot be removed (M4)",
    schema: { params: IdsParams, response: Removed },
  }),
};

export type MenuType = DataOf<typeof MenuTypeSchema>;
export type Menu = DataOf<typeof MenuSchema>;
export type NewMenu = DataOf<typeof NewMenuSchema>;
export type MenuChange = DataOf<typeof MenuChangeSchema>;
export type MenuMove = DataOf<typeof MenuMoveSchema>;
export type MenuFilter = DataOf<typeof MenuFilterSchema>;
