import { Type, type Static } from '@platform/plugin-sdk/web';

const level = Type.Enum(['bronze', 'silver', 'gold']);

/** Filters of the list. */
export const MemberQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  level: Type.Optional(level),
});
export type MemberQuery = Static<typeof MemberQuery>;

/** From when on a member counts as added. */
export const MemberCountQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Added then or later' })),
});
export type MemberCountQuery = Static<typeof MemberCountQuery>;

/** Fields of a new member. */
export const MemberDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: String.raw`\S` }),
  phone: Type.String({ minLength: 3, maxLength: 30, pattern: '^[+0-9][0-9 ()-]+$' }),
  level,
  points: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  status: Type.Enum(['active', 'frozen']),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});
export type MemberDraft = Static<typeof MemberDraft>;

/** A changed member. Missing fields are cleared. */
export const MemberChange = Type.Object({ id: Type.Integer(), ...MemberDraft.properties });
export type MemberChange = Static<typeof MemberChange>;
