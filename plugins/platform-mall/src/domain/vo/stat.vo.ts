import { Type, type Static } from '@platform/plugin-sdk/web';
import { orderStatuses } from '../../enums/statuses.ts';

export const DailyStatVo = Type.Object({
  statDate: Type.String(),
  orders: Type.Integer(),
  paidOrders: Type.Integer(),
  buyers: Type.Integer(),
  salesCents: Type.Integer(),
  refundCents: Type.Integer(),
});
export type DailyStatVo = Static<typeof DailyStatVo>;

export const TopProductVo = Type.Object({
  productId: Type.Integer(),
  productName: Type.String(),
  pieces: Type.Integer(),
  salesCents: Type.Integer(),
});
export type TopProductVo = Static<typeof TopProductVo>;

export const StatusTotalVo = Type.Object({ status: Type.Enum(orderStatuses), total: Type.Integer() });
export type StatusTotalVo = Static<typeof StatusTotalVo>;

/** The figures of the shop. */
export const StatOverviewVo = Type.Object({
  from: Type.String(),
  until: Type.String(),
  orders: Type.Integer(),
  paidOrders: Type.Integer(),
  salesCents: Type.Integer(),
  refundCents: Type.Integer(),
  lowStock: Type.Integer({ description: 'Products on sale that are running low' }),
  days: Type.Array(DailyStatVo),
  topProducts: Type.Array(TopProductVo),
  statuses: Type.Array(StatusTotalVo),
});
export type StatOverviewVo = Static<typeof StatOverviewVo>;
