import type { LoginUser } from '@platform/plugin-sdk/auth';
import { PlatformError, Service, SnowflakeIds } from '@platform/plugin-sdk/core';
import { Transactional } from '@platform/plugin-sdk/orm';
import { discounted } from '../../constant/money.ts';
import { dayOf } from '../../constant/times.ts';
import type { Basket, ShopOrder } from '../../domain/bo/shop-order.bo.ts';
import type { OrderItemVo, OrderVo } from '../../domain/vo/order.vo.ts';
import type { QuoteVo } from '../../domain/vo/quote.vo.ts';
import { MallOrderItemMapper } from '../../mapper/mall-order-item.mapper.ts';
import { MallOrderMapper } from '../../mapper/mall-order.mapper.ts';
import { MallProductMapper } from '../../mapper/mall-product.mapper.ts';
import { CouponService } from '../coupon.service.ts';
import { notFound } from '../mall-errors.ts';
import { OrderGoods } from '../order-goods.ts';
import { OrderLifecycle } from '../order-lifecycle.ts';
import { OrderPlacementService } from '../order-placement.service.ts';
import { OrderService } from '../order.service.ts';
import { PaymentService } from '../payment.service.ts';
import { PromotionService } from '../promotion.service.ts';

@Service({
  as: OrderPlacementService,
  inject: [
    MallOrderMapper,
    MallOrderItemMapper,
    MallProductMapper,
    PromotionService,
    CouponService,
    OrderGoods,
    OrderLifecycle,
    OrderService,
    PaymentService,
    SnowflakeIds,
  ],
})
export class OrderPlacementServiceImpl extends OrderPlacementService {
  constructor(
    private readonly orders: MallOrderMapper,
    private readonly items: MallOrderItemMapper,
    private readonly products: MallProductMapper,
    private readonly promotions: PromotionService,
    private readonly coupons: CouponService,
    private readonly goods: OrderGoods,
    private readonly lifecycle: OrderLifecycle,
    private readonly details: OrderService,
    private readonly payments: PaymentService,
    private readonly ids: SnowflakeIds,
  ) {
    super();
  }

  override async quote(userId: number, { items, userCouponId }: Basket): Promise<QuoteVo> {
    const quantities = merged(items);
    const productIds = [...quantities.keys()];
    const [products, discounts] = await Promise.all([
      this.products.selectList({ id: productIds, status: 'onSale' }),
      this.promotions.discountsOf(productIds),
    ]);
    const byId = new Map(products.map((product) => [product.id, product]));
    let goodsCents = 0;
    const lines = [...quantities].map(([productId, quantity]): OrderItemVo => {
      const product = byId.get(productId);
      if (!product) throw notFound('product', productId);
      const percent = discounts.get(productId)?.discountPercent ?? 0;
      const priceCents = discounted(product.priceCents, percent);
      goodsCents += product.priceCents * quantity;
      return {
        productId,
        productName: product.name,
        priceCents,
        quantity,
        amountCents: priceCents * quantity,
      };
    });
    const afterPromotion = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const couponCents = await this.coupons.worth(userId, userCouponId, afterPromotion);
    return {
      items: lines,
      goodsCents,
      promotionCents: goodsCents - afterPromotion,
      couponCents,
      payCents: afterPromotion - couponCents,
    };
  }

  override async place(user: LoginUser, order: ShopOrder): Promise<OrderVo> {
    const known = await this.#placedBefore(user.userId, order.requestKey);
    const orderNo = known ?? (await this.#placeOnce(user, order));
    return this.details.get(orderNo, user.userId);
  }

  /** The database accepts one of two parallel equal requests; the other returns its order. */
  async #placeOnce(user: LoginUser, order: ShopOrder): Promise<string> {
    try {
      return await this.#create(user, order);
    } catch (error) {
      const placed =
        error instanceof PlatformError && error.code === 'ROW_DUPLICATE'
          ? await this.#placedBefore(user.userId, order.requestKey)
          : undefined;
      if (placed === undefined) throw error;
      return placed;
    }
  }

  @Transactional()
  async #create({ userId, userName }: LoginUser, shopOrder: ShopOrder): Promise<string> {
    const { items: _basket, userCouponId, ...given } = shopOrder;
    const { items, ...amounts } = await this.quote(userId, shopOrder);
    const now = new Date();
    const orderNo = `M${dayOf(now).replaceAll('-', '')}${this.ids.next()}`;
    const order = await this.orders.insert({
      ...given,
      ...amounts,
      orderNo,
      userId,
      userName,
      userCouponId: userCouponId ?? null,
      remark: given.remark ?? null,
      status: 'unpaid',
      placedOn: dayOf(now),
    });
    await this.items.insertBatch(items.map((item) => ({ ...item, orderId: order.id })));
    await this.goods.take(items);
    if (userCouponId !== undefined) await this.coupons.use(userId, userCouponId, orderNo);
    await this.lifecycle.note(order, 'place');
    if (order.payCents === 0) await this.payments.settle(order, { channel: 'coupon' });
    return orderNo;
  }

  async #placedBefore(userId: number, requestKey: string): Promise<string | undefined> {
    return (await this.orders.selectOne({ userId, requestKey }))?.orderNo;
  }
}

/** A product that is named twice counts as one line. */
function merged(items: Basket['items']): Map<number, number> {
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items)
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity);
  return quantities;
}
