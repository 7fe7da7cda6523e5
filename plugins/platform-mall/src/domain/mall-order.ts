import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
import type { OrderStatus } from '../enums/statuses.ts';

/** A row of `mall_order`. */
@TableName('mall_order')
export class MallOrder {
  @TableId() id!: number;
  @TableField() orderNo!: string;
  @TableField() requestKey!: string;
  @TableField() userId!: number;
  @TableField() userName!: string;
  @TableField() receiver!: string;
  @TableField() phone!: string;
  @TableField() address!: string;
  @TableField() remark!: string | null;
  @TableField('order_status') status!: OrderStatus;
  @TableField() placedOn!: string;
  @TableField() goodsCents!: number;
  @TableField() promotionCents!: number;
  @TableField() couponCents!: number;
  @TableField() payCents!: number;
  @TableField() userCouponId!: number | null;
  @TableField() payNo!: string | null;
  @TableField() channel!: string | null;
  @TableField() points!: number;
  @TableField() carrier!: string | null;
  @TableField() trackingNo!: string | null;
  @TableField() paidTime!: string | null;
  @TableField() shippedTime!: string | null;
  @TableField() completedTime!: string | null;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
