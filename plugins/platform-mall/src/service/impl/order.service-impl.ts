import { ConfigService, Service, type Page, type PageQuery } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { JOB_BATCH, settings } from '../../constant/mall-constants.ts';
import { daysBefore, minutesBefore } from '../../constant/times.ts';
import type { OrderQuery, Shipment } from '../../domain/bo/order.bo.ts';
import type { MallOrder } from '../../domain/mall-order.ts';
import type { OrderRowVo, OrderVo } from '../../domain/vo/order.vo.ts';
import { MallOrderLogMapper } from '../../mapper/mall-order-log.mapper.ts';
import { MallOrderMapper } from '../../mapper/mall-order.mapper.ts';
import { notFound } from '../mall-errors.ts';
import { OrderGoods } from '../order-goods.ts';
import { OrderLifecycle } from '../order-lifecycle.ts';
import { OrderService } from '../order.service.ts';

@Service({
  as: OrderService,
  inject: [MallOrderMapper, MallOrderLogMapper, OrderLifecycle, OrderGoods, ConfigService],
})
export class OrderServiceImpl extends OrderService {
  constructor(
    private readonly orders: MallOrderMapper,
    private readonly logs: MallOrderLogMapper,
    private readonly lifecycle: OrderLifecycle,
    private readonly goods: OrderGoods,
    private readonly config: ConfigService,
  ) {
    super();
  }

  override page(query: OrderQuery & { userId?: number }, page: PageQuery): Promise<Page<OrderRowVo>> {
    return this.orders.search(query, page);
  }

  override async get(orderNo: string, userId?: number): Promise<OrderVo> {
    const order = await this.orders.detail({ orderNo, userId });
    if (!order) throw notFound('order', orderNo);
    const logs = await this.logs.selectList((q) => q.eq('orderId', order.id).orderBy('id'));
    return { ...order, logs };
  }

  @Transactional()
  override async cancel(orderNo: string, note?: string, userId?: number): Promise<void> {
    const order = await this.lifecycle.require(orderNo, userId);
    await this.lifecycle.move(order, { from: ['unpaid'], to: 'cancelled', action: 'cancel', note });
    await this.goods.giveBack(order);
  }

  override async ship(orderNo: string, shipment: Shipment): Promise<void> {
    const order = await this.lifecycle.require(orderNo);
    await this.lifecycle.move(order, { from: ['paid'], to: 'shipped', action: 'ship', facts: shipment });
  }

  override async receive(orderNo: string, userId?: number): Promise<void> {
    const order = await this.lifecycle.require(orderNo, userId);
    await this.lifecycle.move(order, { from: ['shipped'], to: 'completed', action: 'receive' });
  }

  override async cancelOverdue(signal: AbortSignal, now = new Date()): Promise<number> {
    const { key, fallback } = settings.cancelMinutes;
    const before = minutesBefore(now, await this.config.getNumber(key, fallback));
    return this.#each('unpaid', before, signal, (order) => this.#cancelUnpaid(order));
  }

  override async receiveOverdue(signal: AbortSignal, now = new Date()): Promise<number> {
    const { key, fallback } = settings.receiveDays;
    const before = daysBefore(now, await this.config.getNumber(key, fallback));
    return this.#each('shipped', before, signal, (order) =>
      this.lifecycle.tryMove(order, { from: ['shipped'], to: 'completed', action: 'receive' }),
    );
  }

  @Transactional()
  async #cancelUnpaid(order: MallOrder): Promise<boolean> {
    const cancelled = await this.lifecycle.tryMove(order, {
      from: ['unpaid'],
      to: 'cancelled',
      action: 'cancel',
    });
    if (cancelled) await this.goods.giveBack(order);
    return cancelled;
  }

  /** Each in a transaction of its own: one that cannot be dealt with holds up no other. */
  async #each(
    status: 'unpaid' | 'shipped',
    before: Date,
    signal: AbortSignal,
    work: (order: MallOrder) => Promise<boolean>,
  ): Promise<number> {
    let done = 0;
    for (;;) {
      const due = await this.orders.overdue({ status, before: before.toISOString(), limit: JOB_BATCH });
      let moved = 0;
      for (const { id } of due) {
        if (signal.aborted) return done;
        const order = await this.orders.selectById(id);
        if (order && (await work(order))) moved += 1;
      }
      done += moved;
      // A batch of which nothing moved would come again and again.
      if (due.length < JOB_BATCH || moved === 0) return done;
    }
  }
}
