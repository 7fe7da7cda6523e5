import { Type, type Static } from '@platform/plugin-sdk/web';
import { OrderItemVo } from './order.vo.ts';

/** Price of a basket. */
export const QuoteVo = Type.Object({
  items: Type.Array(OrderItemVo),
  goodsCents: Type.Integer({ description: 'At full prices' }),
  promotionCents: Type.Integer(),
  couponCents: Type.Integer(),
  payCents: Type.Integer(),
});
export type QuoteVo = Static<typeof QuoteVo>;
