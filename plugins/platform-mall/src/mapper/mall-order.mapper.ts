import { BaseMapper, execute, Mapper, selectList, selectOne, selectPage } from '@platform/plugin-sdk/orm';
import type { OrderQuery } from '../domain/bo/order.bo.ts';
import { MallOrder } from '../domain/mall-order.ts';
import type { OrderItemVo, OrderRowVo } from '../domain/vo/order.vo.ts';
import type { OrderStatus } from '../enums/statuses.ts';

/** Fields that a step sets on an order. */
export type OrderFacts = Partial<Record<'payNo' | 'channel' | 'carrier' | 'trackingNo', string>>;

/** resources/mapper/mall/MallOrderMapper.xml */
@Mapper(MallOrder)
export class MallOrderMapper extends BaseMapper<MallOrder> {
  readonly detail = selectOne<MallOrder & { items: OrderItemVo[] }, { orderNo: string; userId?: number }>();
  readonly search = selectPage<OrderRowVo, OrderQuery & { userId?: number }>();
  readonly move = execute<
    OrderFacts & { id: number; from: readonly OrderStatus[]; to: OrderStatus; now: string }
  >();
  readonly notePoints = execute<{ id: number; before: number; points: number }>();
  readonly overdue = selectList<{ id: number }, { status: OrderStatus; before: string; limit: number }>();
}
