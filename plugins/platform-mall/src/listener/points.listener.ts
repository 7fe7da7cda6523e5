import { Component, EventListener } from '@platform/plugin-sdk/core';
import { OrderPaidEvent, OrderRefundedEvent } from '../event/order-events.ts';
import { PointsService } from '../service/points.service.ts';

/** Points follow the money. */
@Component({ inject: [PointsService] })
export class PointsListener {
  constructor(private readonly points: PointsService) {}

  @EventListener(OrderPaidEvent)
  award({ orderNo }: OrderPaidEvent): Promise<void> {
    return this.points.award(orderNo);
  }

  @EventListener(OrderRefundedEvent)
  withdraw({ orderNo }: OrderRefundedEvent): Promise<void> {
    return this.points.withdraw(orderNo);
  }
}
