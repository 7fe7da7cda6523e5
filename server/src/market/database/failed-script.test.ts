import { expect, it } from 'vitest';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

const GOOD = 'create table if not exists demo_more (id bigint primary key, tenant_id varchar(20));';

await describeHostDatabases(
  'a script that fails in its second statement (design 4.4)',
  ['mysql'],
  ({ name, args }) => {
    const suite = marketSuite(args);
    const upgradeTo = async (version: string, script: string) => {
      const migrations = { ...demoScripts, '03-more.sql': script };
      await suite.host.publish(await suite.workshop.build({ version, migrations }));
      return suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`);
    };
    const scripts = async () =>
      (
        await suite.host.rows((query) => query.selectFrom('app_schema_history').select('script').execute())
      ).map(({ script }) => script);

    const hasMore = (): Promise<boolean> =>
      suite.host.database.raw('select id from demo_more').then(
        () => true,
        () => false,
      );

    it('is not recorded and keeps the earlier version running; the corrected script runs', async () => {
      await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
      ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
      const disk = (await suite.disk()).filter((path) => !path.includes('migrations'));
      const failed = await upgradeTo('1.1.0', `${GOOD}\ninsert into demo_nowhere values (1);`);
      expect(failed).toMatchObject({ error: 'SQL_STATEMENT_FAILED', details: { stage: 'migrate' } });
      expect(failed.msg).toMatch(/03-more\.sql: Statement 2 of 2 in line 2 failed: .*demo_nowhere.*\.$/);
      const [task] = (await suite.host.call('GET', '/app/task/list')).rows ?? [];
      expect(task).toMatchObject({
        status: 'failed',
        failure: { stage: 'migrate', code: 'SQL_STATEMENT_FAILED' },
      });
      expect(task?.['failure']).toMatchObject({
        fix: expect.stringContaining('Correct the script') as string,
      });
      expect(task?.['logText']).toContain('1.0.0 keeps serving');
      expect(await suite.greeting()).toBe('hello 1.0.0');
      expect((await suite.disk()).filter((path) => !path.includes('migrations'))).toEqual(disk);
      expect(await scripts()).toHaveLength(2);
      // Where definitions commit at once, what ran stays: scripts are idempotent (spec: L1).
      expect(await hasMore()).toBe(name === 'mysql');
      ok(await upgradeTo('1.1.1', GOOD));
      expect(await scripts()).toContain('03-more.sql');
      expect(await hasMore()).toBe(true);
      expect(await suite.greeting()).toBe('hello 1.1.1');
    });
  },
);
