import { Type, type Static } from '@platform/plugin-sdk/web';
import { couponStatuses, userCouponStatuses } from '../../enums/statuses.ts';

const offer = {
  name: Type.String(),
  amountCents: Type.Integer(),
  thresholdCents: Type.Integer(),
};

/** A coupon as it is answered. */
export const CouponVo = Type.Object({
  id: Type.Integer(),
  ...offer,
  totalCount: Type.Integer(),
  claimedCount: Type.Integer(),
  usedCount: Type.Integer(),
  validFrom: Type.String(),
  validUntil: Type.String(),
  status: Type.Enum(couponStatuses),
});
export type CouponVo = Static<typeof CouponVo>;

/** A coupon that a customer holds. */
export const UserCouponVo = Type.Object({
  id: Type.Integer(),
  couponId: Type.Integer(),
  ...offer,
  status: Type.Enum(userCouponStatuses),
  expireTime: Type.String(),
});
export type UserCouponVo = Static<typeof UserCouponVo>;
