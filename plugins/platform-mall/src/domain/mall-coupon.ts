import { TableField, TableId, TableLogic, TableName } from '@platform/plugin-sdk/orm';
import type { CouponStatus } from '../enums/statuses.ts';

/** A row of `mall_coupon`: a discount above a threshold, which customers claim. */
@TableName('mall_coupon')
export class MallCoupon {
  @TableId() id!: number;
  @TableField() name!: string;
  @TableField() amountCents!: number;
  @TableField() thresholdCents!: number;
  @TableField() totalCount!: number;
  @TableField() claimedCount!: number;
  @TableField() validFrom!: string;
  @TableField() validUntil!: string;
  @TableField('coupon_status') status!: CouponStatus;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
