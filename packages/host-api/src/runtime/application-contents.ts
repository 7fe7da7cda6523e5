import { Type } from 'typebox';
import { nullableText, oneOf, Time, type DataOf } from '../contract/index.ts';

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
      menuType: oneOf('M', 'C', 'F'),
      path: nullableText(),
      component: nullableText(),
      perms: nullableText(),
    }),
    { description: 'Parents before their children, in the order of the menu' },
  ),
});

export type ApplicationContents = DataOf<typeof ApplicationContentsSchema>;
