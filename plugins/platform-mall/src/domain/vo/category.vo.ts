import { Type, type Static } from '@platform/plugin-sdk/web';

/** A category as it is answered. */
export const CategoryVo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  sortOrder: Type.Integer(),
  enabled: Type.Boolean(),
});
export type CategoryVo = Static<typeof CategoryVo>;
