import type { TestApplication, TestApplicationOptions } from '@platform/plugin-sdk/testing';
import { testApplication } from '@platform/plugin-sdk/testing';
import { CouponController } from '../src/controller/coupon.controller.ts';
import { OrderController } from '../src/controller/order.controller.ts';
import { ProductController } from '../src/controller/product.controller.ts';
import { PromotionController } from '../src/controller/promotion.controller.ts';
import { ShopController } from '../src/controller/shop.controller.ts';
import { StatController } from '../src/controller/stat.controller.ts';
import { OrderChangedListener } from '../src/listener/order-changed.listener.ts';
import { PayListener } from '../src/listener/pay.listener.ts';
import { PointsListener } from '../src/listener/points.listener.ts';
import { MallCategoryMapper } from '../src/mapper/mall-category.mapper.ts';
import { MallCouponMapper } from '../src/mapper/mall-coupon.mapper.ts';
import { MallDailyStatMapper } from '../src/mapper/mall-daily-stat.mapper.ts';
import { MallOrderItemMapper } from '../src/mapper/mall-order-item.mapper.ts';
import { MallOrderLogMapper } from '../src/mapper/mall-order-log.mapper.ts';
import { MallOrderMapper } from '../src/mapper/mall-order.mapper.ts';
import { MallProductMapper } from '../src/mapper/mall-product.mapper.ts';
import { MallPromotionProductMapper } from '../src/mapper/mall-promotion-product.mapper.ts';
import { MallPromotionMapper } from '../src/mapper/mall-promotion.mapper.ts';
import { MallUserCouponMapper } from '../src/mapper/mall-user-coupon.mapper.ts';
import { MallOpenController } from '../src/open/mall-open.controller.ts';
import { CategoryServiceImpl } from '../src/service/impl/category.service-impl.ts';
import { CouponServiceImpl } from '../src/service/impl/coupon.service-impl.ts';
import { OrderPlacementServiceImpl } from '../src/service/impl/order-placement.service-impl.ts';
import { OrderServiceImpl } from '../src/service/impl/order.service-impl.ts';
import { PaymentServiceImpl } from '../src/service/impl/payment.service-impl.ts';
import { PointsServiceImpl } from '../src/service/impl/points.service-impl.ts';
import { ProductServiceImpl } from '../src/service/impl/product.service-impl.ts';
import { PromotionServiceImpl } from '../src/service/impl/promotion.service-impl.ts';
import { StatServiceImpl } from '../src/service/impl/stat.service-impl.ts';
import { OrderGoods } from '../src/service/order-goods.ts';
import { OrderLifecycle } from '../src/service/order-lifecycle.ts';
import { StockWatch } from '../src/service/stock-watch.ts';
import { OrderCancelJob } from '../src/task/order-cancel.job.ts';
import { OrderReceiveJob } from '../src/task/order-receive.job.ts';

const classes = [
  ...[CouponController, OrderController, ProductController, PromotionController, ShopController],
  ...[StatController, MallOpenController, OrderChangedListener, PayListener, PointsListener],
  ...[MallCategoryMapper, MallCouponMapper, MallDailyStatMapper, MallOrderItemMapper, MallOrderLogMapper],
  ...[MallOrderMapper, MallProductMapper, MallPromotionProductMapper, MallPromotionMapper],
  ...[MallUserCouponMapper, CategoryServiceImpl, CouponServiceImpl, OrderPlacementServiceImpl],
  ...[OrderServiceImpl, PaymentServiceImpl, PointsServiceImpl, ProductServiceImpl, PromotionServiceImpl],
  ...[StatServiceImpl, OrderGoods, OrderLifecycle, StockWatch, OrderCancelJob, OrderReceiveJob],
];

/**
 * The shop with its seeds: tea (1) for 68.00, a teapot (3) for 159.00 less 20 %, a coupon (1) of
 * 10.00 from 50.00 on.
 */
export function mallApplication(options: Partial<TestApplicationOptions> = {}): Promise<TestApplication> {
  return testApplication({ root: import.meta.dirname, classes, ...options });
}

/** Somebody who buys. */
export const customer = { userId: 7, userName: 'ada', permissions: [] };
/** Somebody who may do everything in the shop. */
export const keeper = { userId: 8, userName: 'keeper', permissions: ['*:*:*'] };

let requests = 0;

/** Body of a customer's order of one product. */
export const orderOf = (productId: number, quantity = 1, more: object = {}): object => ({
  items: [{ productId, quantity }],
  requestKey: `request-${(requests += 1)}`,
  receiver: 'Ada Lovelace',
  phone: '+44 20 7946 0101',
  address: '12 St James’s Square, London',
  ...more,
});
