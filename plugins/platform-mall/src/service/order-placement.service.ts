import type { LoginUser } from '@platform/plugin-sdk/auth';
import type { Basket, ShopOrder } from '../domain/bo/shop-order.bo.ts';
import type { OrderVo } from '../domain/vo/order.vo.ts';
import type { QuoteVo } from '../domain/vo/quote.vo.ts';

export abstract class OrderPlacementService {
  /** Prices a basket. @throws MALL_PRODUCT_NOT_FOUND (404), MALL_COUPON_NOT_USABLE (409) */
  abstract quote(userId: number, basket: Basket): Promise<QuoteVo>;
  /**
   * Makes an order: takes the stock and the coupon. The same `requestKey` of the same customer
   * gives the order that it made before.
   *
   * @throws MALL_PRODUCT_NOT_FOUND (404), MALL_STOCK_SHORT, MALL_COUPON_NOT_USABLE (409)
   */
  abstract place(user: LoginUser, order: ShopOrder): Promise<OrderVo>;
}
