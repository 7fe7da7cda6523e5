import { addColumn } from '../add-column.ts';
import type { Migration } from '../migration.ts';

/** Texts of notices in further languages. (design 12) */
export const noticeTranslations: Migration = {
  name: '0039-notice-translations',
  up: (context) => addColumn(context, 'sys_user_notice', 'translations', ({ longText }) => longText),
};
