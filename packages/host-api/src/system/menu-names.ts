import { Type } from 'typebox';

/** Names of a menu in other languages. */
export const MenuNamesSchema = Type.Optional(
  Type.Record(Type.String(), Type.String(), { description: 'By language, as its application ships it' }),
);
