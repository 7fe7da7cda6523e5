import { Component } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import type { MallOrder } from '../domain/mall-order.ts';
import { MallOrderItemMapper } from '../mapper/mall-order-item.mapper.ts';
import { MallProductMapper } from '../mapper/mall-product.mapper.ts';
import { CouponService } from './coupon.service.ts';
import { conflict } from './mall-errors.ts';

/** Stock and coupon of an order, returned when it is cancelled. */
@Component({ inject: [MallProductMapper, MallOrderItemMapper, CouponService] })
export class OrderGoods {
  constructor(
    private readonly products: MallProductMapper,
    private readonly items: MallOrderItemMapper,
    private readonly coupons: CouponService,
  ) {}

  /**
   * Takes all or, by the transaction that it belongs to, nothing; in the order of the products,
   * so that two orders never wait for each other.
   *
   * @throws MALL_STOCK_SHORT (409)
   */
  @Transactional()
  async take(items: readonly { productId: number; productName: string; quantity: number }[]): Promise<void> {
    for (const { productId, productName, quantity } of sorted(items)) {
      if ((await this.products.takeStock({ id: productId, quantity })) > 0) continue;
      throw conflict(
        'MALL_STOCK_SHORT',
        `There are not ${quantity} of “${productName}” any more.`,
        'Order fewer, or something else.',
      );
    }
  }

  /** The stock, and the coupon while it is still good. */
  @Transactional()
  async giveBack(order: MallOrder): Promise<void> {
    for (const { productId, quantity } of sorted(await this.items.selectList({ orderId: order.id })))
      await this.products.returnStock({ id: productId, quantity });
    await this.coupons.release(order.orderNo);
  }
}

const sorted = <T extends { productId: number }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => a.productId - b.productId);
