import { TableField, TableId, TableLogic, TableName } from '@platform/plugin-sdk/orm';

export type MemberLevel = 'bronze' | 'silver' | 'gold';
export type MemberStatus = 'active' | 'frozen';

/** A row of `member_member`. */
@TableName('member_member')
export class Member {
  @TableId() id!: number;
  @TableField() name!: string;
  @TableField() phone!: string;
  @TableField('member_level') level!: MemberLevel;
  @TableField() points!: number;
  @TableField('member_status') status!: MemberStatus;
  /** A value of the dictionary `member_source`. */
  @TableField('member_source') source!: string | null;
  @TableLogic() deleted!: boolean;
  @TableField() createTime!: string;
  @TableField() updateTime!: string;
}
