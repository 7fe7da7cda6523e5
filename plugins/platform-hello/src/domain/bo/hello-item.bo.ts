import { Type, type Static } from '@platform/plugin-sdk/web';

const status = Type.Enum(['open', 'done']);

/** Filters of the list. */
export const HelloItemQuery = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(status),
});
export type HelloItemQuery = Static<typeof HelloItemQuery>;

/** Which items are counted. */
export const HelloItemCountQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Created then or later' })),
});
export type HelloItemCountQuery = Static<typeof HelloItemCountQuery>;

/** Fields of a new item. */
export const HelloItemDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200, pattern: String.raw`\S` }),
  status,
  remark: Type.Optional(Type.String({ maxLength: 500 })),
});
export type HelloItemDraft = Static<typeof HelloItemDraft>;

/** A changed item. Missing fields are cleared. */
export const HelloItemChange = Type.Object({ id: Type.Integer(), ...HelloItemDraft.properties });
export type HelloItemChange = Static<typeof HelloItemChange>;
