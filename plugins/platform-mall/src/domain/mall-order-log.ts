import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import type { OrderAction } from '../enums/statuses.ts';

/** A row of `mall_order_log`: one step in the life of an order. */
@TableName('mall_order_log')
export class MallOrderLog {
  @TableId() id!: number;
  @TableField() orderId!: number;
  @TableField() action!: OrderAction;
  @TableField() operatorName!: string | null;
  @TableField() note!: string | null;
  @TableField() createTime!: string;
}
