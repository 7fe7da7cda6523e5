import { Type, type Static } from '@platform/plugin-sdk/web';
import { name } from './shared.ts';

/** Fields of a new category. */
export const CategoryDraft = Type.Object({
  name: name(60),
  sortOrder: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
  enabled: Type.Boolean({ default: true }),
});
export type CategoryDraft = Static<typeof CategoryDraft>;

/** A category after a change. */
export const CategoryChange = Type.Object({ id: Type.Integer(), ...CategoryDraft.properties });
export type CategoryChange = Static<typeof CategoryChange>;
