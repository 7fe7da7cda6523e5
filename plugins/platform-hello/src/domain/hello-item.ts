import { TableField, TableId, TableLogic, TableName } from '@platform/plugin-sdk/orm';

export type HelloItemStatus = 'open' | 'done';

/** A row of `hello_item`. */
@TableName('hello_item')
export class HelloItem {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField('item_status') status!: HelloItemStatus;
  @TableField() remark!: string | null;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
