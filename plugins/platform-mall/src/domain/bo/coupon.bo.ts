import { Type, type Static } from '@platform/plugin-sdk/web';
import { couponStatuses } from '../../enums/statuses.ts';
import { cents, name, timestamp } from './shared.ts';

/** Filters of the list of coupons. */
export const CouponQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Enum(couponStatuses)),
});
export type CouponQuery = Static<typeof CouponQuery>;

/** Fields of a new coupon. */
export const CouponDraft = Type.Object({
  name: name(100),
  amountCents: cents(1),
  thresholdCents: cents(),
  totalCount: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  validFrom: timestamp,
  validUntil: timestamp,
});
export type CouponDraft = Static<typeof CouponDraft>;

/** A coupon after a change. */
export const CouponChange = Type.Object({ id: Type.Integer(), ...CouponDraft.properties });
export type CouponChange = Static<typeof CouponChange>;
