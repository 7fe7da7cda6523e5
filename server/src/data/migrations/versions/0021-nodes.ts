import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Live hosts, what should run, and what each host runs. (design 10.4, 10.7) */
export const nodes: Migration = {
  name: '0021-nodes',
  up: async (context) => {
    await new TableBuilder(context, 'sys_node')
      .text('node_id', 64)
      .text('host_id', 64)
      .text('machine', 255)
      .integer('pid')
      .text('address', 255)
      .text('host_version', 32)
      .integer('desired_format')
      .timestamp('started_at')
      .timestamp('heartbeat_at')
      .timestamp('converged_at', { nullable: true })
      .boolean('draining', false)
      .integer('clock_offset_ms')
      .integer('pool_size')
      .longText('trusted_key_ids')
      .reference('memory_bytes')
      .reference('heap_bytes')
      .integer('loop_delay_us')
      .integer('cpu_percent')
      .primaryKey('node_id')
      .create();
    await new TableBuilder(context, 'app_desired')
      .text('app_code', 32)
      .text('version', 32)
      .text('jar', 255, { nullable: true })
      .text('jar_sha256', 64, { nullable: true })
      .text('package_url', 512, { nullable: true })
      .text('frontend_version', 32, { nullable: true })
      .reference('generation')
      .text('state', 16)
      .reference('task_id', { nullable: true })
      .times()
      .primaryKey('app_code')
      .create();
    await new TableBuilder(context, 'sys_node_app')
      .text('node_id', 64)
      .text('app_code', 32)
      .text('version', 32, { nullable: true })
      .reference('generation')
      .text('state', 16)
      .longText('failure', { nullable: true })
      .reference('task_id', { nullable: true })
      .text('task_stage', 16, { nullable: true })
      .times()
      .primaryKey('node_id', 'app_code')
      .create();
  },
};
