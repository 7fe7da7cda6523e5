import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { Database } from '../../data/index.ts';
import { systemClock } from '../../kernel/index.ts';
import { Migrator } from './migrator.ts';

const table = (name: string): string =>
  `create table ${name} (id bigint primary key, tenant_id varchar(20));`;

await describeDatabases('spec: L1: the scripts of an application', ({ name, config }) => {
  let database: Database;
  let log: string[];
  const hooks = {
    begin: async (scripts: readonly string[]) => void log.push(`begin ${scripts.join(', ')}`),
    log: (line: string) => void log.push(line.replace(/\d+ ms/, 'x ms')),
    progress: (fraction: number) => void log.push(`${fraction}`),
  };
  const history = async (appCode: string) =>
    (
      await database.query
        .selectFrom('app_schema_history')
        .select(['script', 'version'])
        .where('app_code', '=', appCode)
        .orderBy('script')
        .execute()
    ).map(({ script, version }) => `${script} ${version}`);
  const migrator = () => new Migrator(database, systemClock);

  beforeAll(async () => {
    database = await openHostDatabase(config);
  });
  beforeEach(() => {
    log = [];
  });
  afterAll(() => database.close());

  it('run once, in order, and make their tables known as tables of tenants', async () => {
    const files = [
      { name: '02-b.sql', text: table('once_b') },
      { name: '01-a.sql', text: table('once_a') },
    ];
    expect(await migrator().run('once', '1.0.0', files, hooks)).toEqual(['01-a.sql', '02-b.sql']);
    expect(log).toEqual([
      'begin 01-a.sql, 02-b.sql',
      'Ran 01-a.sql in x ms',
      '0.5',
      'Ran 02-b.sql in x ms',
      '1',
    ]);
    expect([...(await database.tenantTables())]).toEqual(expect.arrayContaining(['once_a', 'once_b']));
    expect(await history('once')).toEqual(['01-a.sql 1.0.0', '02-b.sql 1.0.0']);
    log = [];
    expect(await migrator().run('once', '1.1.0', files, hooks)).toEqual([]);
    expect(log).toEqual([]);
  });

  it('name the tables that they change, those for other databases left out', () => {
    const files = [
      { name: '01-a.sql', text: `${table('change_a')} insert into change_b select id from change_c;` },
      { name: '02-b.sql', text: 'drop table change_d; update CHANGE_A set id = 1;' },
      { name: `03-c.${database.dialect === 'mysql' ? 'postgres' : 'mysql'}.sql`, text: table('change_e') },
    ];
    expect(migrator().changedTables(files)).toEqual(['change_a', 'change_b', 'change_d']);
  });

  it('leave neither a table nor a record when they fail in their middle', async () => {
    const files = [
      { name: '01-a.sql', text: table('middle_a') },
      { name: '02-b.sql', text: `${table('middle_b')}\ninsert into middle_nowhere values (1);` },
    ];
    await expect(migrator().run('middle', '1.0.0', files, hooks)).rejects.toMatchObject({
      code: 'SQL_STATEMENT_FAILED',
      details: { script: '02-b.sql' },
    });
    expect(await database.hasTable('middle_a')).toBe(true);
    // Where definitions commit at once, what ran stays: such scripts are idempotent.
    expect(await database.hasTable('middle_b')).toBe(name === 'mysql');
    expect(await history('middle')).toEqual(['01-a.sql 1.0.0']);
  });

  it('leave no table when they cannot be recorded', async () => {
    let reads = 0;
    const clock = {
      now: () => {
        reads += 1;
        if (reads > 1) throw new Error('The host stopped before the record.');
        return 0;
      },
    };
    const files = [{ name: '01-a.sql', text: table('unrecorded_a') }];
    const stopped = new Migrator(database, { ...systemClock, ...clock });
    await expect(stopped.run('unrecorded', '1.0.0', files, hooks)).rejects.toThrow('The host stopped');
    expect(await database.hasTable('unrecorded_a')).toBe(name === 'mysql');
    expect(await history('unrecorded')).toEqual([]);
  });

  it('stop a rollback to a version that lacks one of them', async () => {
    const [first, second] = [
      { name: '01-a.sql', text: table('newer_a') },
      { name: '02-b.sql', text: table('newer_b') },
    ];
    expect(await migrator().preview('newer', [first, second])).toEqual({
      scripts: ['01-a.sql', '02-b.sql'],
      tables: ['newer_a', 'newer_b'],
      warnings: [],
    });
    await migrator().run('newer', '1.1.0', [first, second], hooks);
    await migrator().assertNoneNewer('newer', '1.1.0', [second, first]);
    await expect(migrator().assertNoneNewer('newer', '1.0.0', [first])).rejects.toMatchObject({
      code: 'ROLLBACK_SCHEMA',
      details: { scripts: ['02-b.sql'] },
    });
    const third = { name: '03-c.sql', text: `${table('newer_c')}\n${table('newer_a')}` };
    expect(await migrator().preview('newer', [first, second, third])).toEqual({
      scripts: ['03-c.sql'],
      tables: ['newer_c'],
      warnings: [],
    });
  });
});
