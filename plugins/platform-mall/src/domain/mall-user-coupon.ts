import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import type { UserCouponStatus } from '../enums/statuses.ts';

/** A row of `mall_user_coupon`: a claimed coupon. Each customer has each coupon once. */
@TableName('mall_user_coupon')
export class MallUserCoupon {
  @TableId() id!: number;
  @TableField() couponId!: number;
  @TableField() userId!: number;
  @TableField('user_coupon_status') status!: UserCouponStatus;
  @TableField() orderNo!: string | null;
  @TableField() expireTime!: string;
  @TableField() createTime!: string;
}
