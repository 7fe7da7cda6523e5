import { Component } from '@platform/plugin-sdk/core';
import { MessageListener } from '@platform/plugin-sdk/mq';
import { ORDER_QUEUE, type OrderChanged } from '../message/order-changed.ts';
import { StatService } from '../service/stat.service.ts';
import { StockWatch } from '../service/stock-watch.ts';

/** What an order's steps bring about, apart from the request that changed the order. */
@Component({ inject: [StatService, StockWatch] })
export class OrderChangedListener {
  constructor(
    private readonly stats: StatService,
    private readonly stock: StockWatch,
  ) {}

  /** Counts the order's day anew and looks at the stock; both may be repeated, should a message come twice. */
  @MessageListener({ queue: ORDER_QUEUE })
  async changed({ orderNo, placedOn, action }: OrderChanged): Promise<void> {
    await this.stats.refresh({ from: placedOn, until: placedOn });
    if (action === 'place') await this.stock.look(orderNo);
  }
}
