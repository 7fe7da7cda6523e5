import { Type, type Static } from '@platform/plugin-sdk/web';

/** A member as it is answered. */
export const MemberVo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  phone: Type.String(),
  level: Type.Enum(['bronze', 'silver', 'gold']),
  points: Type.Integer(),
  status: Type.Enum(['active', 'frozen']),
  source: Type.Union([Type.String(), Type.Null()]),
  createTime: Type.String(),
  updateTime: Type.String(),
});
export type MemberVo = Static<typeof MemberVo>;
