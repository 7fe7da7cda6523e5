import { TableField, TableId, TableLogic, TableName } from '@platform/plugin-sdk/orm';

/** A row of `mall_category`. */
@TableName('mall_category')
export class MallCategory {
  @TableId() id!: number;
  @TableField() name!: string;
  @TableField() sortOrder!: number;
  @TableField() enabled!: boolean;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
