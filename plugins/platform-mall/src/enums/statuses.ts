/** Whether a product is offered. */
export const productStatuses = ['draft', 'onSale', 'offSale'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** `stopped`: ended by an administrator before its time. */
export const promotionStatuses = ['scheduled', 'running', 'ended', 'stopped'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** `closed` coupons are not given out any more; those that customers hold stay good. */
export const couponStatuses = ['active', 'closed', 'expired'] as const;
export type CouponStatus = (typeof couponStatuses)[number];

export const userCouponStatuses = ['unused', 'used', 'expired'] as const;
export type UserCouponStatus = (typeof userCouponStatuses)[number];

/**
 * unpaid → paid → shipped → completed; unpaid → cancelled; paid, shipped, completed → refunding
 * → refunded.
 */
export const orderStatuses = [
  'unpaid',
  'paid',
  'shipped',
  'completed',
  'cancelled',
  'refunding',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Steps of an order, as in its history. */
export const orderActions = [
  'place',
  'pay',
  'payRefused',
  'ship',
  'receive',
  'cancel',
  'refundBegin',
  'refundFail',
  'refund',
] as const;
export type OrderAction = (typeof orderActions)[number];
