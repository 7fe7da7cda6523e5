import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';

/** A row of `mall_order_item`: a product as it was when it was ordered. */
@TableName('mall_order_item')
export class MallOrderItem {
  @TableId() id!: number;
  @TableField() orderId!: number;
  @TableField() productId!: number;
  @TableField() productName!: string;
  @TableField() priceCents!: number;
  @TableField() quantity!: number;
  @TableField() amountCents!: number;
}
