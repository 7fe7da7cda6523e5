import { TableField, TableId, TableLogic, TableName, Version } from '@platform/plugin-sdk/orm';
import type { ProductStatus } from '../enums/statuses.ts';

/**
 * A row of `mall_product`. Only mapper statements change the stock, because orders take from it
 * in parallel.
 */
@TableName('mall_product')
export class MallProduct {
  @TableId() id!: number;
  @TableField() categoryId!: number;
  @TableField() name!: string;
  @TableField() description!: string | null;
  @TableField() priceCents!: number;
  @TableField() stock!: number;
  @TableField() sold!: number;
  @TableField('product_status') status!: ProductStatus;
  @Version('row_version') version!: number;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
