import { Type, type Static } from '@platform/plugin-sdk/web';

const status = Type.Enum(['open', 'done']);

/** What a list is filtered by. */
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

/** What a new item is made from. */
export const HelloItemDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200, pattern: String.raw`\S` }),
  status,
  remark: Type.Optional(Type.String({ maxLength: 500 })),
});
export type HelloItemDraft = Static<typeof HelloItemDraft>;

/** An item after a change; what is left out is emptied. */
export const HelloItemChange = Type.Object({ id: Type.Integer(), ...HelloItemDraft.properties });
export type HelloItemChange = Static<typeof HelloItemChange>;
