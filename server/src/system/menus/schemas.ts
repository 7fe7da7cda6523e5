import { Type, type TSchema } from '../../kernel/index.ts';
import { Id, nullableText, optionalText, Status, text } from '../shared/schemas.ts';
import { PERMISSION_PATTERN } from './menu-sync.ts';
import type { RouterNode } from './menu-tree.ts';

const MenuTypeSchema = Type.Unsafe<'M' | 'C' | 'F'>({ type: 'string', enum: ['M', 'C', 'F'] });

export const MenuSchema = Type.Object({
  menuId: Id,
  menuKey: Type.String(),
  parentId: Id,
  menuName: Type.String(),
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
});

const content = {
  parentId: Type.Optional(Id),
  path: Type.Optional(Type.String({ maxLength: 200 })),
  component: optionalText(200),
  perms: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 100,
      pattern: `^$|${PERMISSION_PATTERN.source}`,
    }),
  ),
  icon: optionalText(100),
  orderNum: Type.Optional(Type.Integer()),
  visible: Type.Optional(Type.Boolean()),
  status: Type.Optional(Status),
  queryParam: optionalText(500),
  isFrame: Type.Optional(Type.Boolean()),
  isCache: Type.Optional(Type.Boolean()),
};

export const NewMenuSchema = Type.Object({
  menuKey: Type.String({ maxLength: 100, pattern: '^host:[A-Za-z0-9:_-]+$' }),
  menuName: text(50),
  menuType: MenuTypeSchema,
  ...content,
});

export const MenuChangeSchema = Type.Object({
  menuId: Id,
  menuName: Type.Optional(text(50)),
  menuType: Type.Optional(MenuTypeSchema),
  ...content,
});

export const MenuFilterSchema = Type.Object({
  menuName: Type.Optional(Type.String()),
  status: Type.Optional(Status),
  appCode: Type.Optional(Type.String()),
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

/** Levels that a menu tree may have. */
const DEPTH = 8;

const level = (depth: number): TSchema =>
  Type.Object({
    ...routerFields,
    ...(depth > 1 ? { children: Type.Optional(Type.Array(level(depth - 1))) } : {}),
  });

/** Written out by levels, since serialisers and OpenAPI documents of a recursive schema need an identifier. */
export const RouterTreeSchema = Type.Unsafe<RouterNode[]>(Type.Array(level(DEPTH)));
