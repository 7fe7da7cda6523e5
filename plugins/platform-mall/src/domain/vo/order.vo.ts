import { Type, type Static } from '@platform/plugin-sdk/web';
import { orderActions, orderStatuses } from '../../enums/statuses.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** An order in a list. */
export const OrderRowVo = Type.Object({
  id: Type.Integer(),
  orderNo: Type.String(),
  userId: Type.Integer(),
  userName: Type.String(),
  receiver: Type.String(),
  status: Type.Enum(orderStatuses),
  payCents: Type.Integer(),
  pieces: Type.Integer(),
  products: Type.String({ description: 'Name of the first product' }),
  createTime: Type.String(),
});
export type OrderRowVo = Static<typeof OrderRowVo>;

export const OrderItemVo = Type.Object({
  productId: Type.Integer(),
  productName: Type.String(),
  priceCents: Type.Integer(),
  quantity: Type.Integer(),
  amountCents: Type.Integer(),
});
export type OrderItemVo = Static<typeof OrderItemVo>;

export const OrderLogVo = Type.Object({
  id: Type.Integer(),
  action: Type.Enum(orderActions),
  operatorName: nullableText,
  note: nullableText,
  createTime: Type.String(),
});
export type OrderLogVo = Static<typeof OrderLogVo>;

/** An order with everything that belongs to it. */
export const OrderVo = Type.Object({
  id: Type.Integer(),
  orderNo: Type.String(),
  userId: Type.Integer(),
  userName: Type.String(),
  receiver: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  remark: nullableText,
  status: Type.Enum(orderStatuses),
  goodsCents: Type.Integer(),
  promotionCents: Type.Integer(),
  couponCents: Type.Integer(),
  payCents: Type.Integer(),
  channel: nullableText,
  payNo: nullableText,
  points: Type.Integer(),
  carrier: nullableText,
  trackingNo: nullableText,
  createTime: Type.String(),
  items: Type.Array(OrderItemVo),
  logs: Type.Array(OrderLogVo),
});
export type OrderVo = Static<typeof OrderVo>;
