import type { PayRefundSuccessEvent, PaySuccessEvent } from '@platform/plugin-sdk/core';
import type { MallOrder } from '../domain/mall-order.ts';
import type { PaymentVo } from '../domain/vo/payment.vo.ts';

/** Money for orders: through a payment application where there is one, else by hand. */
export abstract class PaymentService {
  /** Begins a payment. @throws MALL_ORDER_NOT_FOUND (404), MALL_ORDER_STATE (409) */
  abstract pay(orderNo: string, userId: number): Promise<PaymentVo>;
  /** The money came by another way. @throws MALL_ORDER_NOT_FOUND (404), MALL_ORDER_STATE (409) */
  abstract confirm(orderNo: string, note?: string): Promise<void>;
  /** Counts an order as paid, once. @returns false when it was not unpaid any more */
  abstract settle(
    order: MallOrder,
    facts: { channel: string; payNo?: string },
    note?: string,
  ): Promise<boolean>;
  /** Records a payment. Idempotent. */
  abstract onPaid(event: PaySuccessEvent): Promise<void>;
  /**
   * Gives the money back, through the payment application that took it. What was not shipped
   * goes back on the shelf.
   *
   * @throws MALL_ORDER_NOT_FOUND (404), MALL_ORDER_STATE (409), MALL_PAY_UNAVAILABLE (424)
   */
  abstract refund(orderNo: string, note?: string): Promise<void>;
  abstract onRefunded(event: PayRefundSuccessEvent): Promise<void>;
}
