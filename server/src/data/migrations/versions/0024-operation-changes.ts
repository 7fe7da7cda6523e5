import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Values that an operation changed, before and after it. (design 12.1-9) */
export const operationChanges: Migration = {
  name: '0024-operation-changes',
  up: async (context) => {
    await addColumn(context, 'sys_oper_log', 'before_json', (types) => types.longText);
    await addColumn(context, 'sys_oper_log', 'after_json', (types) => types.longText);
  },
};
