import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Incidents of applications, and the versions that are kept out. (design 10.3) */
export const incidents: Migration = {
  name: '0020-incidents',
  up: async (context) => {
    await new TableBuilder(context, 'sys_incident')
      .id('incident_id')
      .timestamp('happened_at')
      .text('host', 64)
      .text('kind', 16)
      .text('app_code', 32, { nullable: true })
      .text('version', 32, { nullable: true })
      .longText('message')
      .text('function_name', 255, { nullable: true })
      .text('place', 255, { nullable: true })
      .text('caller', 255, { nullable: true })
      .integer('duration_ms', { nullable: true })
      .text('request_id', 64, { nullable: true })
      .integer('pid', { nullable: true })
      .longText('suspects_json')
      .times()
      .index('happened_at')
      .index('app_code', 'happened_at')
      .create();
    await new TableBuilder(context, 'sys_quarantine')
      .text('app_code', 32)
      .text('version', 32)
      .reference('incident_id')
      .timestamp('since')
      .timestamp('released_at', { nullable: true })
      .times()
      .primaryKey('app_code', 'version')
      .create();
  },
};
