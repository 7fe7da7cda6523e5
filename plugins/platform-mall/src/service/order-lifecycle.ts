import { LoginHelper } from '@platform/plugin-sdk/auth';
import { Component } from '@platform/plugin-sdk/core';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Transactional } from '@platform/plugin-sdk/orm';
import type { MallOrder } from '../domain/mall-order.ts';
import type { OrderAction, OrderStatus } from '../enums/statuses.ts';
import { MallOrderLogMapper } from '../mapper/mall-order-log.mapper.ts';
import { MallOrderMapper, type OrderFacts } from '../mapper/mall-order.mapper.ts';
import { ORDER_QUEUE, type OrderChanged } from '../message/order-changed.ts';
import { conflict, notFound } from './mall-errors.ts';

/** One step of an order. */
export interface OrderStep {
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
  readonly action: OrderAction;
  readonly facts?: OrderFacts;
  readonly note?: string | undefined;
}

/**
 * Moves orders from state to state, each step once, with its line in the history and its
 * message.
 */
@Component({ inject: [MallOrderMapper, MallOrderLogMapper, MessageProducer, LoginHelper] })
export class OrderLifecycle {
  constructor(
    private readonly orders: MallOrderMapper,
    private readonly logs: MallOrderLogMapper,
    private readonly messages: MessageProducer,
    private readonly login: LoginHelper,
  ) {}

  /** @throws MALL_ORDER_NOT_FOUND (404) */
  async require(orderNo: string, userId?: number): Promise<MallOrder> {
    const order = await this.orders.selectOne({ orderNo, userId });
    if (!order) throw notFound('order', orderNo);
    return order;
  }

  /**
   * @throws MALL_ORDER_STATE (409) if the order is in another state, maybe through a parallel
   * change
   */
  @Transactional()
  async move(order: MallOrder, step: OrderStep): Promise<void> {
    if (!(await this.tryMove(order, step))) {
      const { status } = await this.require(order.orderNo);
      throw conflict(
        'MALL_ORDER_STATE',
        `Order ${order.orderNo} is ${status}; this can be done while it is ${step.from.join(' or ')}.`,
        'Load the order again.',
      );
    }
  }

  /** @returns false, with nothing changed, when the order is in another state */
  @Transactional()
  async tryMove(order: MallOrder, { from, to, action, facts, note }: OrderStep): Promise<boolean> {
    const now = new Date().toISOString();
    if ((await this.orders.move({ ...facts, id: order.id, from, to, now })) === 0) return false;
    await this.note(order, action, note);
    return true;
  }

  /** Adds a line to the history of the order, and publishes it. */
  @Transactional()
  async note(order: MallOrder, action: OrderAction, note?: string): Promise<void> {
    const operatorName = this.login.current()?.userName ?? null;
    await this.logs.insert({ orderId: order.id, action, operatorName, note: note ?? null });
    const { orderNo, placedOn } = order;
    await this.messages.send({ queue: ORDER_QUEUE }, { orderNo, placedOn, action } satisfies OrderChanged);
  }
}
