import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { CouponChange, CouponDraft, CouponQuery } from '../domain/bo/coupon.bo.ts';
import type { CouponVo, UserCouponVo } from '../domain/vo/coupon.vo.ts';

export abstract class CouponService {
  abstract page(query: CouponQuery, page: PageQuery): Promise<Page<CouponVo>>;
  /** @throws MALL_PERIOD_INVALID (400) */
  abstract add(draft: CouponDraft): Promise<void>;
  /** @throws MALL_PERIOD_INVALID (400), MALL_COUPON_NOT_FOUND (404), MALL_COUPON_OVER (409) */
  abstract edit(change: CouponChange): Promise<void>;
  /** Gives out no more; those that customers hold stay good. @throws MALL_COUPON_OVER (409) */
  abstract close(id: number): Promise<void>;
  /** @returns how many were there */
  abstract remove(ids: readonly number[]): Promise<number>;
  /** Gives a customer the coupon. @throws MALL_COUPON_GONE, MALL_COUPON_HELD (409) */
  abstract claim(couponId: number, userId: number): Promise<void>;
  abstract ofUser(userId: number): Promise<UserCouponVo[]>;
  /** Discount of a coupon; 0 without one. @throws MALL_COUPON_NOT_USABLE (409) */
  abstract worth(userId: number, userCouponId: number | undefined, goodsCents: number): Promise<number>;
  /** Uses it up for an order. @throws MALL_COUPON_NOT_USABLE (409) when another order was faster */
  abstract use(userId: number, userCouponId: number, orderNo: string): Promise<void>;
  /** Returns the coupon of an order. */
  abstract release(orderNo: string): Promise<void>;
  abstract expireDue(now?: Date): Promise<{ coupons: number; held: number }>;
}
