import type { Migration } from '../migration.ts';
import { TableBuilder } from '../table-builder.ts';

/** Objects of the storage that are packages. */
export const storedPackages: Migration = {
  name: '0008-stored-packages',
  up: async (context) => {
    await new TableBuilder(context, 'app_package')
      .text('package_url', 64)
      .text('storage', 64)
      .text('object_key', 500)
      .timestamp('uploaded_time')
      .integer('claims', { default: 0 })
      .boolean('removing', false)
      .times()
      .primaryKey('package_url')
      .index('uploaded_time')
      .create();
  },
};
