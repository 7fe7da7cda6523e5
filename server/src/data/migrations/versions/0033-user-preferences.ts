import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Preferences of a person in the shell, for all browsers. (design 15.3) */
export const userPreferences: Migration = {
  name: '0033-user-preferences',
  up: (context) => addColumn(context, 'sys_user', 'preferences', ({ longText }) => longText),
};
