import {
  EventPublisher,
  PlatformError,
  Service,
  type PayRefundSuccessEvent,
  type PaySuccessEvent,
} from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { Transactional } from '@platform/plugin-sdk/orm';
import { PayService, PayServiceLocator } from '@platform/plugin-sdk/plugin';
import { APP_CODE, OFFLINE_CHANNEL } from '../../constant/mall-constants.ts';
import { toCents, toDecimal } from '../../constant/money.ts';
import type { MallOrder } from '../../domain/mall-order.ts';
import type { PaymentVo } from '../../domain/vo/payment.vo.ts';
import { OrderPaidEvent, OrderRefundedEvent } from '../../event/order-events.ts';
import { conflict } from '../mall-errors.ts';
import { OrderGoods } from '../order-goods.ts';
import { OrderLifecycle } from '../order-lifecycle.ts';
import { PaymentService } from '../payment.service.ts';

@Service({
  as: PaymentService,
  inject: [OrderLifecycle, OrderGoods, PayServiceLocator, EventPublisher, Logger],
})
export class PaymentServiceImpl extends PaymentService {
  constructor(
    private readonly lifecycle: OrderLifecycle,
    private readonly goods: OrderGoods,
    private readonly payments: PayServiceLocator,
    private readonly events: EventPublisher,
    private readonly log: Logger,
  ) {
    super();
  }

  override async pay(orderNo: string, userId: number): Promise<PaymentVo> {
    const order = await this.lifecycle.require(orderNo, userId);
    if (order.status !== 'unpaid') throw notUnpaid(order);
    if (!this.payments.available(PayService)) {
      return { available: false, message: 'Pay as agreed with the shop; it confirms the payment by hand.' };
    }
    const { payNo, redirectUrl } = await this.payments.get(PayService).pay({
      orderNo,
      userId,
      amount: toDecimal(order.payCents),
      subject: `Order ${orderNo}`,
      appCode: APP_CODE,
    });
    return { available: true, payNo, ...(redirectUrl === undefined ? {} : { redirectUrl }) };
  }

  override async confirm(orderNo: string, note?: string): Promise<void> {
    const order = await this.lifecycle.require(orderNo);
    if (!(await this.settle(order, { channel: OFFLINE_CHANNEL }, note))) {
      throw notUnpaid(await this.lifecycle.require(orderNo));
    }
  }

  @Transactional()
  override async settle(
    order: MallOrder,
    facts: { channel: string; payNo?: string },
    note?: string,
  ): Promise<boolean> {
    const moved = await this.lifecycle.tryMove(order, {
      from: ['unpaid'],
      to: 'paid',
      action: 'pay',
      facts,
      note,
    });
    if (moved) {
      const { orderNo, userId, payCents } = order;
      await this.events.publish(new OrderPaidEvent({ orderNo, userId, payCents }));
    }
    return moved;
  }

  override async onPaid({ orderNo, payNo, amount, channel }: PaySuccessEvent): Promise<void> {
    const order = await this.lifecycle.require(orderNo);
    if (toCents(amount) !== order.payCents) {
      const note = `${amount} came by ${channel} (${payNo}) instead of ${toDecimal(order.payCents)}`;
      this.log.error('A payment does not fit its order', { orderNo, payNo, amount });
      await this.lifecycle.note(order, 'payRefused', note);
      return;
    }
    if (await this.settle(order, { channel, payNo })) return;
    const { payNo: before } = await this.lifecycle.require(orderNo);
    if (before === payNo) return;
    // It came too late, or a second time by another way: nobody is to pay for nothing.
    await this.lifecycle.note(order, 'payRefused', `${amount} by ${channel} (${payNo}) is given back`);
    if (this.payments.available(PayService)) await this.payments.get(PayService).refund(payNo, amount);
    else this.log.error('A payment that is not wanted cannot be given back', { orderNo, payNo, amount });
  }

  override async refund(orderNo: string, note?: string): Promise<void> {
    const order = await this.lifecycle.require(orderNo);
    if (order.payNo !== null && !this.payments.available(PayService)) throw payUnavailable(order);
    await this.lifecycle.move(order, {
      from: ['paid', 'shipped', 'completed'],
      to: 'refunding',
      action: 'refundBegin',
      note,
    });
    if (order.payNo === null) return void (await this.#finishRefund(order));
    try {
      await this.payments.get(PayService).refund(order.payNo, toDecimal(order.payCents));
    } catch (error) {
      const why = (error as Error).message.slice(0, 300);
      const step = { from: ['refunding'], to: order.status, action: 'refundFail', note: why } as const;
      await this.lifecycle.tryMove(order, step);
      throw error;
    }
  }

  override async onRefunded({ orderNo, payNo }: PayRefundSuccessEvent): Promise<void> {
    const order = await this.lifecycle.require(orderNo);
    if (order.payNo === payNo) await this.#finishRefund(order);
  }

  @Transactional()
  async #finishRefund(order: MallOrder): Promise<void> {
    const moved = await this.lifecycle.tryMove(order, {
      from: ['refunding'],
      to: 'refunded',
      action: 'refund',
    });
    if (!moved) return;
    if (order.shippedTime === null) await this.goods.giveBack(order);
    await this.events.publish(new OrderRefundedEvent({ orderNo: order.orderNo, userId: order.userId }));
  }
}

const notUnpaid = ({ orderNo, status }: MallOrder) =>
  conflict('MALL_ORDER_STATE', `Order ${orderNo} is ${status}, not unpaid.`, 'Load the order again.');

const payUnavailable = ({ orderNo, channel }: MallOrder) =>
  new PlatformError({
    code: 'MALL_PAY_UNAVAILABLE',
    status: 424,
    message: `Order ${orderNo} was paid by ${channel}, and no payment application is there to give the money back.`,
    fix: 'Install and enable the payment application, then refund again.',
  });
