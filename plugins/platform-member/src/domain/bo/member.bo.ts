import { Type, type Static } from '@platform/plugin-sdk/web';

const level = Type.Enum(['bronze', 'silver', 'gold']);

/** What a list is filtered by. */
export const MemberQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  level: Type.Optional(level),
});
export type MemberQuery = Static<typeof MemberQuery>;

/** What a new member is made from. */
export const MemberDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: String.raw`\S` }),
  phone: Type.String({ minLength: 3, maxLength: 30, pattern: '^[+0-9][0-9 ()-]+$' }),
  level,
  points: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  status: Type.Enum(['active', 'frozen']),
});
export type MemberDraft = Static<typeof MemberDraft>;

/** A member after a change. */
export const MemberChange = Type.Object({ id: Type.Integer(), ...MemberDraft.properties });
export type MemberChange = Static<typeof MemberChange>;
