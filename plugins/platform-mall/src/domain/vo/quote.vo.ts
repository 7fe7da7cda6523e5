import { Type, type Static } from '@platform/plugin-sdk/web';
import { OrderItemVo } from './order.vo.ts';

/** What a basket costs now. */
export const QuoteVo = Type.Object({
  items: Type.Array(OrderItemVo),
  goodsCents: Type.Integer({ description: 'At full prices' }),
  promotionCents: Type.Integer(),
  couponCents: Type.Integer(),
  payCents: Type.Integer(),
});
export type QuoteVo = Static<typeof QuoteVo>;
