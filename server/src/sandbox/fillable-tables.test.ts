import { DatabaseSync } from 'node:sqlite';
import { FILLABLE_TABLES } from '@platform/packager';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE } from '../data/index.ts';
import { TestHost } from '../plugin-runtime/testing/test-host.ts';

let host: TestHost;
beforeAll(async () => void (host = await TestHost.start()));
afterAll(() => host.stop());

it.each(['sys_config', 'sys_dict_type', 'sys_dict_data'])(
  'the packager fills the same columns of %s as the host has',
  async (table) => {
    const database = new DatabaseSync(':memory:');
    database.exec(FILLABLE_TABLES);
    const tried = database.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    const { rows } = await sql<object>`SELECT name FROM pragma_table_info(${table})`.execute(
      host.modules.services.use(DATABASE).query,
    );
    const names = (columns: readonly object[]): unknown[] => columns.flatMap(Object.values).sort();
    expect(names(tried)).toEqual(names(rows));
  },
);
