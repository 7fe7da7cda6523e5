import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { OrderQuery, Shipment } from '../domain/bo/order.bo.ts';
import type { OrderRowVo, OrderVo } from '../domain/vo/order.vo.ts';

/**
 * The part of an order's life without money. Where `userId` is given, it is the customer's own
 * order or none.
 */
export abstract class OrderService {
  abstract page(query: OrderQuery & { userId?: number }, page: PageQuery): Promise<Page<OrderRowVo>>;
  /** With its items and its history. @throws MALL_ORDER_NOT_FOUND (404) */
  abstract get(orderNo: string, userId?: number): Promise<OrderVo>;
  /** Gives stock and coupon back. @throws MALL_ORDER_NOT_FOUND (404), MALL_ORDER_STATE (409) */
  abstract cancel(orderNo: string, note?: string, userId?: number): Promise<void>;
  /** @throws MALL_ORDER_NOT_FOUND (404), MALL_ORDER_STATE (409) */
  abstract ship(orderNo: string, shipment: Shipment): Promise<void>;
  /** @throws MALL_ORDER_NOT_FOUND (404), MALL_ORDER_STATE (409) */
  abstract receive(orderNo: string, userId?: number): Promise<void>;
  /**
   * Cancels what has been unpaid for as long as the settings say.
   *
   * @param signal ends it between two orders
   * @returns how many
   */
  abstract cancelOverdue(signal: AbortSignal, now?: Date): Promise<number>;
  /**
   * Counts as received what has been on its way for as long as the settings say; see {@link
   * cancelOverdue}.
   */
  abstract receiveOverdue(signal: AbortSignal, now?: Date): Promise<number>;
}
