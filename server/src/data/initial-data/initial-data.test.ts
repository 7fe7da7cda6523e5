import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import { SnowflakeIds } from '../ids/snowflake-ids.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeHostDatabases } from '../testing/databases.ts';
import { openHostDatabase } from '../testing/open.ts';
import { InitialData, INIT_MARKER } from './initial-data.ts';

await describeHostDatabases('initial data', ({ config }) => {
  const ids = new SnowflakeIds(systemClock, 0);
  let database: SqlDatabase;
  let second: SqlDatabase;
  let runs = 0;
  const initialData = new InitialData();
  initialData.register('notices', async ({ query }) => {
    runs += 1;
    if (await query.selectFrom('sys_notice').select('notice_id').executeTakeFirst()) return;
    await query
      .insertInto('sys_notice')
      .values({ notice_id: ids.next(), title: 'Welcome', notice_type: 'notice' })
      .execute();
  });
  const importOnce = (into = database): Promise<boolean> => initialData.importOnce(into, ids, silentLogger);
  const notices = () =>
    requestContext.runIgnoringTenant(() => database.query.selectFrom('sys_notice').selectAll().execute());

  beforeAll(async () => {
    database = await openHostDatabase(config);
    second = await openHostDatabase(config);
  });
  afterAll(() => Promise.all([database.close(), second.close()]));

  it('leaves nothing when a part fails, so that the next start retries', async () => {
    const broken = new InitialData();
    broken.register('first', async ({ query }) => {
      await query
        .insertInto('sys_notice')
        .values({ notice_id: 1, title: 'x', notice_type: 'notice' })
        .execute();
    });
    broken.register('second', () => Promise.reject(new Error('no')));
    await expect(broken.importOnce(database, ids, silentLogger)).rejects.toThrow('no');
    expect(await notices()).toEqual([]);
  });

  it('spec: Init criterion, is imported once, for the default tenant, whichever node is first', async () => {
    expect((await Promise.all([importOnce(database), importOnce(second)])).sort()).toEqual([false, true]);
    expect(await importOnce()).toBe(false);
    expect(runs).toBe(1);
    expect(await notices()).toMatchObject([{ title: 'Welcome', tenant_id: '000000', status: 1 }]);
  });

  it('spec: V8, is imported again when the row is deleted', async () => {
    await requestContext.runIgnoringTenant(() =>
      database.query.deleteFrom('sys_config').where('config_key', '=', INIT_MARKER).execute(),
    );
    expect(await importOnce()).toBe(true);
    expect(runs).toBe(2);
    expect(await notices()).toHaveLength(1);
  });

  it('spec: V8, a later version of the host adds its data once', async () => {
    const later = new InitialData();
    const added: number[] = [];
    later.add(2, async () => void added.push(2));
    later.add(1, async () => void added.push(1));
    const start = (of: InitialData, into = database) => of.importOnce(into, ids, silentLogger);
    expect(await Promise.all([start(later), start(later, second)])).toEqual([false, false]);
    await start(later);
    expect(added).toEqual([1, 2]);
    later.add(3, () => Promise.reject(new Error('no')));
    await expect(start(later)).rejects.toThrow('no');
    later.add(3, async () => void added.push(3));
    await start(later);
    expect(added).toEqual([1, 2, 3]);
  });
});
