import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Operations for which all hosts prepare before any switches. (design 10.7-7) */
export const phases: Migration = {
  name: '0027-phases',
  up: async (context) => {
    await new TableBuilder(context, 'app_phase')
      .reference('task_id')
      .text('app_code', 32)
      .text('version', 32)
      .text('node_id', 64)
      .text('machine_id', 64)
      .text('stage', 16)
      .text('staged_jar', 255, { nullable: true })
      .times()
      .primaryKey('task_id')
      .create();
    await new TableBuilder(context, 'app_phase_host')
      .reference('task_id')
      .text('node_id', 64)
      .text('stage', 16)
      .longText('failure', { nullable: true })
      .times()
      .primaryKey('task_id', 'node_id')
      .create();
  },
};
