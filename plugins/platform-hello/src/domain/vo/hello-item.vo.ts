import { Type, type Static } from '@platform/plugin-sdk/web';

/** An item as it is answered. */
export const HelloItemVo = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  status: Type.Enum(['open', 'done']),
  remark: Type.Union([Type.String(), Type.Null()]),
  createTime: Type.String(),
  updateTime: Type.String(),
});
export type HelloItemVo = Static<typeof HelloItemVo>;
