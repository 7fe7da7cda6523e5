import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOST_ID } from '../../data/index.ts';
import { describeHostDatabases, type TestDatabase } from '../../data/testing/databases.ts';
import { testDatabase } from '../../data/testing/kept-databases.ts';
import { PLUGIN_RUNTIME } from '../../plugin-runtime/index.ts';
import { hold } from '../testing/hold.ts';
import { MarketHost, ok } from '../testing/market-host.ts';
import { demoScripts } from '../testing/market-suite.ts';
import { PackageWorkshop } from '../testing/test-packages.ts';

/** Later than any that the hosts begin. */
const TASK = Number.MAX_SAFE_INTEGER;

await describeHostDatabases('two hosts on one database (design 4.4)', ['postgres'], ({ name }) => {
  let workshop: PackageWorkshop;
  let database: TestDatabase;
  let one: MarketHost;
  let two: MarketHost;

  const start = (directory?: string, sweepMs = 60_000): Promise<MarketHost> =>
    MarketHost.start(
      [
        ...database.args,
        '--database.pool-size=3',
        `--app-market.task.sweep-interval-ms=${sweepMs}`,
        '--app-market.cluster.sweep-interval-ms=200',
        '--app-market.cluster.prepare-timeout-ms=20000',
      ],
      directory,
    );
  /** Both see the same stored objects, each has a disk of its own otherwise. */
  const shareObjects = async () =>
    name === 'sqlite' && cp(join(one.directory, 'files'), join(two.directory, 'files'), { recursive: true });
  const installs = async (host: MarketHost) => (await host.call('GET', '/app/install/list')).rows ?? [];

  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
  });
  afterAll(() => workshop.close());
  beforeEach(async () => {
    database = await testDatabase(name, 'host');
    one = await start();
    const second = await mkdtemp(join(tmpdir(), 'platform-market-'));
    await cp(join(one.directory, 'config'), join(second, 'config'), { recursive: true });
    for (const folder of ['files', 'upload'])
      if (name !== 'sqlite') await symlink(join(one.directory, folder), join(second, folder));
    two = await start(second, 20);
  });
  afterEach(async () => {
    await one.close();
    await two.close();
    await database.drop();
  });

  it('rolls back an upgrade on a hanging node and repeats it on the other; the first changes nothing more', async () => {
    await one.publish(await workshop.build({ migrations: demoScripts }));
    await shareObjects();
    ok(await one.call('POST', '/app/install', { appCode: 'demo' }));
    await one.publish(await workshop.build({ version: '1.1.0', migrations: demoScripts }));
    await shareObjects();
    const [install] = await installs(one);
    const upgrade = `/app/install/${String(install?.['installId'])}/upgrade`;

    const held = hold(one.host.services.use(PLUGIN_RUNTIME), name === 'sqlite' ? 'load' : 'prepare', {
      once: true,
    });
    const { taskId } = ok(await one.call('POST', `${upgrade}?async=true`)) as unknown as { taskId: number };
    await held.reached;
    expect(await two.call('POST', upgrade)).toMatchObject({ status: 409, error: 'TASK_RUNNING' });
    await one.rows((query) =>
      query
        .updateTable('app_task')
        .set({ update_time: '2020-01-01T00:00:00.000Z' })
        .where('task_id', '=', taskId)
        .execute(),
    );
    const task = () => two.call('GET', `/app/task/${taskId}`);
    await expect.poll(async () => ok(await task())['status']).toBe('failed');
    expect(ok(await task())).toMatchObject({
      failure: { code: 'TASK_TIMEOUT', stage: name === 'sqlite' ? 'switch' : 'prepare' },
    });
    await expect.poll(() => installs(two)).toMatchObject([{ version: '1.0.0', status: 1 }]);

    await expect.poll(async () => (await two.call('POST', upgrade)).status).toBe(200);
    expect(await installs(two)).toMatchObject([{ version: '1.1.0', status: 1, failure: null }]);
    held.release();
    const open = () =>
      one.rows((query) =>
        query.selectFrom('app_task').select('task_id').where('journal_json', 'is not', null).execute(),
      );
    await expect.poll(open).toEqual([]);
    expect(await installs(two)).toMatchObject([{ version: '1.1.0', status: 1, failure: null }]);
    expect((await two.call('GET', '/app/task/list')).rows).toMatchObject([
      { kind: 'upgrade', status: 'succeeded' },
      { kind: 'upgrade', status: 'failed' },
      { kind: 'install', status: 'succeeded' },
    ]);
  });

  it('completes a committed removal of a killed node; its files are removed when that node is back', async () => {
    await one.publish(await workshop.build({ migrations: demoScripts }));
    await shareObjects();
    ok(await one.call('POST', '/app/install', { appCode: 'demo' }));
    const [install] = await installs(one);
    const before = await one.rows((query) => query.selectFrom('app_install').selectAll().executeTakeFirst());
    if (!before) throw new Error('It is installed.');
    // As if it had died between the commit and what follows.
    const gone = one.host.services.use(HOST_ID);
    await one.stop();
    await two.rows(async (query) => {
      await query.deleteFrom('app_install').execute();
      await query
        .insertInto('app_task')
        .values({
          task_id: TASK,
          tenant_id: '000000',
          app_code: 'demo',
          kind: 'uninstall',
          status: 'running',
          current_step: 'data',
          log_text: 'what was logged',
          owner_node: `${gone}/gone`,
          journal_json: JSON.stringify({
            appCode: 'demo',
            tenantId: '000000',
            install: { installId: install?.['installId'], before: null },
            committed: true,
            removing: true,
            dropping: ['demo_item'],
          }),
        })
        .execute();
    });
    const task = () => two.call('GET', `/app/task/${TASK}`);
    await expect.poll(async () => ok(await task())['status']).toBe('succeeded');
    await expect
      .poll(async () => await two.database.raw('select 1 from demo_item').catch(() => 'gone'))
      .toBe('gone');
    one = await start(one.directory, 20);
    expect((await one.call('GET', '/demo/greet')).status).toBe(404);
    expect(ok(await task())['logText']).toContain('what was logged');
    const open = () =>
      one.rows((query) =>
        query.selectFrom('app_task').select('task_id').where('journal_json', 'is not', null).execute(),
      );
    await expect.poll(open).toEqual([]);
    ok(await one.call('POST', '/app/install', { appCode: 'demo' }));
  });
});
