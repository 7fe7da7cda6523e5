import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Names of settings in further languages. (design 12) */
export const settingNames: Migration = {
  name: '0043-setting-names',
  up: (context) => addColumn(context, 'sys_config', 'config_names', ({ longText }) => longText),
};
