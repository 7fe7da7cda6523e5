import { BaseMapper, execute, Mapper } from '@platform/plugin-sdk/orm';
import { MallCoupon } from '../domain/mall-coupon.ts';

/** resources/mapper/mall/MallCouponMapper.xml */
@Mapper(MallCoupon)
export class MallCouponMapper extends BaseMapper<MallCoupon> {
  readonly claim = execute<{ id: number; now: string }>();
}
