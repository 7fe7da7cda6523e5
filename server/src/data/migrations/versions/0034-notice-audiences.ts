import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Audience and period of a notice, and the time of its delivery. (design 12) */
export const noticeAudiences: Migration = {
  name: '0034-notice-audiences',
  up: async (context) => {
    await addColumn(context, 'sys_notice', 'audience_json', (types) => types.longText);
    await addColumn(context, 'sys_notice', 'visible_from', (types) => types.timestamp);
    await addColumn(context, 'sys_notice', 'visible_until', (types) => types.timestamp);
    await addColumn(context, 'sys_notice', 'announced_at', (types) => types.timestamp);
    await addColumn(context, 'sys_notice', 'awaits_sending', (types) => types.boolean);
  },
};
