import { Component } from '@platform/plugin-sdk/core';
import { MessageListener } from '@platform/plugin-sdk/mq';
import { ORDER_QUEUE, type OrderChanged } from '../message/order-changed.ts';
import { StatService } from '../service/stat.service.ts';
import { StockWatch } from '../service/stock-watch.ts';

/** Consequences of an order's steps, outside of the request that changed it. */
@Component({ inject: [StatService, StockWatch] })
export class OrderChangedListener {
  constructor(
    private readonly stats: StatService,
    private readonly stock: StockWatch,
  ) {}

  /**
   * Recalculates the day of the order and checks the stock. Idempotent, because messages may
   * arrive twice.
   */
  @MessageListener({ queue: ORDER_QUEUE })
  async changed({ orderNo, placedOn, action }: OrderChanged): Promise<void> {
    await this.stats.refresh({ from: placedOn, until: placedOn });
    if (action === 'place') await this.stock.look(orderNo);
  }
}
