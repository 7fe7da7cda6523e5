import { BaseMapper, execute, Mapper, selectList } from '@platform/plugin-sdk/orm';
import { MallUserCoupon } from '../domain/mall-user-coupon.ts';
import type { UserCouponVo } from '../domain/vo/coupon.vo.ts';
import type { UserCouponStatus } from '../enums/statuses.ts';

/** resources/mapper/mall/MallUserCouponMapper.xml */
@Mapper(MallUserCoupon)
export class MallUserCouponMapper extends BaseMapper<MallUserCoupon> {
  readonly ofUser = selectList<
    UserCouponVo & { validFrom: string },
    { userId: number; id?: number; status?: UserCouponStatus }
  >();
  readonly usedCounts = selectList<{ couponId: number; total: number }, { couponIds: readonly number[] }>();
  readonly use = execute<{ id: number; userId: number; orderNo: string; now: string }>();
  readonly release = execute<{ orderNo: string; now: string }>();
}
