import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Names of dictionaries in further languages. (design 12) */
export const dictionaryNames: Migration = {
  name: '0042-dictionary-names',
  up: (context) => addColumn(context, 'sys_dict_type', 'dict_names', ({ longText }) => longText),
};
