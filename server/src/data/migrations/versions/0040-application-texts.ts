import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Names and descriptions of applications in further languages. (design 12) */
export const applicationTexts: Migration = {
  name: '0040-application-texts',
  async up(context) {
    for (const column of ['shipped_json', 'other_names', 'other_descriptions'] as const)
      await addColumn(context, 'app_info', column, ({ longText }) => longText);
  },
};
