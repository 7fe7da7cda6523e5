import { Component } from '@platform/plugin-sdk/core';
import { MessageListener } from '@platform/plugin-sdk/mq';
import { ORDER_QUEUE, type OrderChanged } from '../message/order-changed.ts';
import { StatService } from '../service/stat.service.ts';

/** Keeps the figures of an order's day up to date, apart from the request that changed the order. */
@Component({ inject: [StatService] })
export class OrderChangedListener {
  constructor(private readonly stats: StatService) {}

  /** Counting anew may be repeated, so that a message that comes twice does no harm. */
  @MessageListener({ queue: ORDER_QUEUE })
  async count({ placedOn }: OrderChanged): Promise<void> {
    await this.stats.refresh({ from: placedOn, until: placedOn });
  }
}
