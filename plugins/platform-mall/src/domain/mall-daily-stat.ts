import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';

/** A row of `mall_daily_stat`: the orders placed on one day (UTC), as the job last counted them. */
@TableName('mall_daily_stat')
export class MallDailyStat {
  @TableId() id!: number;
  @TableField() statDate!: string;
  @TableField() orders!: number;
  @TableField() paidOrders!: number;
  @TableField() buyers!: number;
  @TableField() salesCents!: number;
  @TableField() refundCents!: number;
}
