import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Queues and messages of the embedded broker, and notices of the message center. */
export const messages: Migration = {
  name: '0006-messages',
  up: async (context) => {
    await new TableBuilder(context, 'sys_message_queue')
      .text('queue', 200)
      .longText('bindings_json')
      .times()
      .primaryKey('queue')
      .create();
    await new TableBuilder(context, 'sys_message')
      .id('row_id')
      .text('status', 16)
      .text('queue', 200)
      .text('message_id', 64)
      .text('exchange', 200)
      .text('routing_key', 255)
      .longText('body')
      .longText('headers_json')
      .text('sender_tenant', 20, { nullable: true })
      .text('sender', 32, { nullable: true })
      .timestamp('sent_at', { nullable: true })
      .integer('attempt', { default: 0 })
      .timestamp('available_at')
      .text('lease_owner', 64, { nullable: true })
      .timestamp('lease_until', { nullable: true })
      .text('reason', 1000, { nullable: true })
      .times()
      .index('status', 'queue', 'available_at')
      .create();
    await new TableBuilder(context, 'sys_user_notice')
      .id('notice_id')
      .tenant()
      .reference('user_id')
      .text('source_id', 64)
      .text('title', 100)
      .longText('content', { nullable: true })
      .text('notice_level', 16)
      .text('link', 500, { nullable: true })
      .text('app_code', 32, { nullable: true })
      .timestamp('read_time', { nullable: true })
      .times()
      .unique('source_id', 'user_id')
      .index('tenant_id', 'user_id', 'read_time')
      .create();
  },
};
