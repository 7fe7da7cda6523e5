import { sql } from 'kysely';
import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Departments and posts, and the data that a role shows. (design 12.1-5) */
export const departments: Migration = {
  name: '0026-departments',
  up: async (context) => {
    await new TableBuilder(context, 'sys_dept')
      .id('dept_id')
      .tenant()
      .reference('parent_id', { default: 0 })
      .text('dept_name', 64)
      .reference('head_user_id', { nullable: true })
      .integer('order_num', { default: 0 })
      .integer('status', { default: 1 })
      .text('remark', 500, { nullable: true })
      .times()
      .actors()
      .index('tenant_id', 'parent_id')
      .create();
    await new TableBuilder(context, 'sys_post')
      .id('post_id')
      .tenant()
      .text('post_code', 64)
      .text('post_name', 64)
      .integer('order_num', { default: 0 })
      .integer('status', { default: 1 })
      .text('remark', 500, { nullable: true })
      .times()
      .actors()
      .unique('tenant_id', 'post_code')
      .create();
    await new TableBuilder(context, 'sys_user_post')
      .reference('user_id')
      .reference('post_id')
      .primaryKey('user_id', 'post_id')
      .index('post_id')
      .create();
    await new TableBuilder(context, 'sys_role_dept')
      .reference('role_id')
      .reference('dept_id')
      .primaryKey('role_id', 'dept_id')
      .index('dept_id')
      .create();
    await addColumn(context, 'sys_user', 'dept_id', () => sql`bigint`);
    await addColumn(
      context,
      'sys_role',
      'data_scope',
      () => sql`varchar(16) default ${sql.lit('all')} not null`,
    );
  },
};
