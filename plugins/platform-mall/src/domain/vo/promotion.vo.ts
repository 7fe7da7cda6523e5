import { Type, type Static } from '@platform/plugin-sdk/web';
import { promotionStatuses } from '../../enums/statuses.ts';

/** A promotion as it is answered. */
export const PromotionVo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  discountPercent: Type.Integer(),
  startTime: Type.String(),
  endTime: Type.String(),
  status: Type.Enum(promotionStatuses),
  products: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});
export type PromotionVo = Static<typeof PromotionVo>;
