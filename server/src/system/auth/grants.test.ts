import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { rolePermissions } from './grants.ts';

await describeHostDatabases('permissions of roles', ({ config }) => {
  let database: SqlDatabase;
  beforeAll(async () => (database = await openHostDatabase(config)));
  afterAll(() => database.close());

  it('come from enabled menus, each once', async () => {
    const menus = [
      { menu_id: 1, perms: 'notes:item:list', status: 1 },
      { menu_id: 2, perms: 'notes:item:list', status: 1 },
      { menu_id: 3, perms: 'notes:item:edit', status: 0 },
      { menu_id: 4, perms: '', status: 1 },
    ] as const;
    for (const menu of menus) {
      const more = { menu_key: `notes:${menu.menu_id}`, menu_name: 'x', menu_type: 'F' } as const;
      await database.query
        .insertInto('sys_menu')
        .values({ ...menu, ...more })
        .execute();
      await database.query
        .insertInto('sys_role_menu')
        .values({ role_id: 7, menu_id: menu.menu_id })
        .execute();
    }
    expect(await rolePermissions(database, [7])).toEqual(['notes:item:list']);
    expect(await rolePermissions(database, [8])).toEqual([]);
    expect(await rolePermissions(database, [])).toEqual([]);
  });
});
