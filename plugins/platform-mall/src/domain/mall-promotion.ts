import { TableField, TableId, TableLogic, TableName } from '@platform/plugin-sdk/orm';
import type { PromotionStatus } from '../enums/statuses.ts';

/** A row of `mall_promotion`: a number of percent off some products for a time. */
@TableName('mall_promotion')
export class MallPromotion {
  @TableId() id!: number;
  @TableField() name!: string;
  @TableField() discountPercent!: number;
  @TableField() startTime!: string;
  @TableField() endTime!: string;
  @TableField('promotion_status') status!: PromotionStatus;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
