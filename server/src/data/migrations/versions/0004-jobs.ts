import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Tasks of the scheduler center and their runs. */
export const jobs: Migration = {
  name: '0004-jobs',
  up: async (context) => {
    await new TableBuilder(context, 'sys_job')
      .id('job_id')
      .tenant()
      .text('job_name', 128)
      .text('app_code', 32)
      .text('executor', 128)
      .text('cron', 128)
      .text('time_zone', 64, { nullable: true })
      .longText('params_json', { nullable: true })
      .text('misfire_policy', 20, { default: 'skip' })
      .text('concurrency', 20, { default: 'serial' })
      .integer('max_attempts', { default: 1 })
      .integer('timeout_ms', { default: 0 })
      .integer('status', { default: 0 })
      .timestamp('last_run_time', { nullable: true })
      .timestamp('next_run_time', { nullable: true })
      .times()
      .actors()
      .index('status', 'next_run_time')
      .create();
    await new TableBuilder(context, 'sys_job_log')
      .id('log_id')
      .tenant()
      .reference('job_id')
      .integer('attempt', { default: 1 })
      .text('status', 20)
      .text('message', 1000, { nullable: true })
      .longText('log_text', { nullable: true })
      .text('node', 64)
      .timestamp('start_time')
      .timestamp('end_time', { nullable: true })
      .times()
      .index('job_id', 'start_time')
      .create();
  },
};
