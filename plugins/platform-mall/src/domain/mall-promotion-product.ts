import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';

/** A row of `mall_promotion_product`. */
@TableName('mall_promotion_product')
export class MallPromotionProduct {
  @TableId() id!: number;
  @TableField() promotionId!: number;
  @TableField() productId!: number;
}
