import { access } from 'node:fs/promises';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { describe, expect, it } from 'vitest';
import { MESSAGING } from '../../messaging/index.ts';
import type { Database } from '../../data/index.ts';
import type { Install } from '../records/install-store.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';
import type { Journal } from './journal.ts';
import { Uninstall, type UninstallDependencies } from './uninstall.ts';

describe('uninstalling', () => {
  const suite = marketSuite();

  it('spec: L3; L2; M2, uninstall keeps tables, full removal drops tables of the scripts and every menu', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const items = async () => (await suite.host.database.raw('select * from demo_item')).rows;
    ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}`));
    expect(await items()).toHaveLength(1);
    expect((await suite.host.call('GET', '/demo/greet')).status).toBe(404);
    await expect(access(suite.frontendDir())).rejects.toThrow();
    expect(await suite.jars()).toEqual([]);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const id = await suite.installId();
    expect(await suite.host.call('DELETE', `/app/install/${id}?dropData=true`)).toMatchObject({
      status: 400,
      error: 'CONFIRMATION_MISSING',
    });
    const report = ok(await suite.host.call('DELETE', `/app/install/${id}?dropData=true&confirm=demo`));
    expect(report).toMatchObject({ tablesDropped: ['demo_item'] });
    await expect(items()).rejects.toThrow();
    const left = await suite.host.rows((query) =>
      query.selectFrom('sys_menu').select('menu_key').where('app_code', '=', 'demo').execute(),
    );
    expect(left).toEqual([]);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    expect(await items()).toHaveLength(1);
  });

  it('spec: L3: full removal deletes messages in the application’s own queues; uninstall keeps them', async () => {
    const { services } = suite.host.host;
    const messaging = services.use(MESSAGING);
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    const waiting = async () =>
      (await messaging.counts()).find(({ queue }) => queue === 'demo.work')?.messages;
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await messaging.declareFamily('demo', ['demo.work', 'platform.topics']);
    await services.use(MessageProducer).send({ queue: 'demo.work' }, 1);
    ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}`));
    expect(await waiting()).toBe(1);
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const id = await suite.installId();
    ok(await suite.host.call('DELETE', `/app/install/${id}?dropData=true&confirm=demo`));
    expect(await waiting()).toBeUndefined();
    expect(await suite.host.rows((query) => query.selectFrom('sys_message').selectAll().execute())).toEqual(
      [],
    );
  });

  it('findings: applications 10; design 9.8-67: the plan lists what is removed and kept, and the operation matches it', async () => {
    const { host } = suite;
    await host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await host.call('POST', '/app/install', { appCode: 'demo' }));
    await host.rows(keepEverything);
    const plan = async (dropData: boolean) => {
      const body = { action: 'uninstall', appCode: 'demo', dropData };
      return ok(await host.call('POST', '/app/install/plan', body))['data'];
    };
    const none = {
      tables: [],
      ...{ settings: 0, dictionaries: 0, tasks: 0, unreadNotices: 0, readNotices: 0 },
      objects: { count: 0, names: [] },
    };
    const all = {
      tables: [{ name: 'demo_item', rows: 1 }],
      ...{ settings: 2, dictionaries: 1, tasks: 1, unreadNotices: 1, readNotices: 1 },
      objects: { count: 1, names: ['report.pdf'] },
    };
    expect(await plan(false)).toEqual({ goes: none, stays: all });
    const goes = { ...all, readNotices: 0, objects: none.objects };
    expect(await plan(true)).toEqual({ goes, stays: { ...none, readNotices: 1, objects: all.objects } });
    const id = await suite.installId();
    ok(await host.call('DELETE', `/app/install/${id}?dropData=true&confirm=demo`));
    expect(await host.rows(whatIsLeft)).toEqual({
      ...{ settings: [], dictionaries: [], tasks: [], history: [] },
      notices: [{ notice_id: 2 }],
      objects: [{ original_name: 'report.pdf' }],
    });
  });
});

it('drops tables only once the other hosts have unloaded the application', async () => {
  const unloaded = Promise.withResolvers<void>();
  const calls: string[] = [];
  const dependencies = {
    othersUnloaded: async () => {
      await unloaded.promise;
      calls.push('unloaded');
    },
    dataRemoval: {
      dropEverything: async () => {
        calls.push('dropped');
        return [];
      },
    },
  } as unknown as UninstallDependencies;
  const install = { installId: 1, appCode: 'demo', tenantId: '000000', version: '1.0.0' } as Install;
  const data = new Uninstall(dependencies, install, true, null).steps.find(({ name }) => name === 'data');
  const running = data?.run({ log: () => undefined } as unknown as TaskWork<Journal>);
  unloaded.resolve();
  await running;
  expect(calls).toEqual(['unloaded', 'dropped']);
});

it.each([
  [false, false, { committed: true, removing: true }],
  [false, true, { committed: true, removing: true, dropping: [] }],
  [true, false, { committed: true }],
  [true, true, { committed: true }],
])(
  'records what is left to remove; shared with others: %s, with data: %s',
  async (shared, data, expected) => {
    const install = { installId: 1, appCode: 'demo', tenantId: '000000', version: '1.0.0' } as Install;
    const recorded: unknown[] = [];
    const nothing = async () => undefined;
    const dependencies = {
      records: {
        database: { transaction: (work: () => Promise<void>) => work() },
        desired: { fence: async () => 3, commitState: nothing },
        installs: { byId: async () => install, update: nothing, remove: nothing },
        registry: { reload: nothing, refresh: nothing, othersWith: () => (shared ? ['b'] : []) },
      },
      dependents: { assertNone: nothing },
      menus: { revoke: nothing, remove: async () => 0 },
      dataRemoval: { deleteRowsOf: nothing },
      scripts: {
        migrator: { tables: async () => [] },
        placement: { codesWithMigrations: async () => [], migrationFolder: () => '/nowhere' },
      },
    } as unknown as UninstallDependencies;
    const work = {
      taskId: 't',
      log: () => undefined,
      record: async (each: unknown) => void recorded.push(each),
    };
    for (const step of new Uninstall(dependencies, install, data, null).steps)
      if (step.name === 'resolve' || step.name === 'menus')
        await step.run(work as unknown as TaskWork<Journal>);
    expect(recorded.at(-1)).toEqual(expected);
  },
);

const own = { tenant_id: '000000', app_code: 'demo' };
const now = new Date().toISOString();

/** One or two of everything that an application can keep outside its tables. */
async function keepEverything(query: Database['query']): Promise<void> {
  const setting = { tenant_id: '000000', config_value: 'x' };
  const settings = [
    { ...setting, config_id: 1, config_key: 'demo.a', config_category: 'demo' },
    { ...setting, config_id: 2, config_key: 'demo.b', config_category: 'demo.private' },
  ];
  await query.insertInto('sys_config').values(settings).execute();
  const type = {
    dict_id: 1,
    tenant_id: '000000',
    dict_type: 'demo_state',
    dict_name: 'State',
    status: 1,
  } as const;
  await query.insertInto('sys_dict_type').values(type).execute();
  const task = { ...own, job_id: 1, job_name: 'Nightly', executor: 'demoReport', cron: '0 3 * * *' };
  await query.insertInto('sys_job').values(task).execute();
  const run = {
    log_id: 1,
    tenant_id: '000000',
    job_id: 1,
    status: 'succeeded',
    node: 'x',
    start_time: now,
  } as const;
  await query.insertInto('sys_job_log').values(run).execute();
  const notice = { ...own, user_id: 1, title: 'Done', notice_level: 'info' } as const;
  const notices = [
    { ...notice, notice_id: 1, source_id: 'a', read_time: null },
    { ...notice, notice_id: 2, source_id: 'b', read_time: now },
  ];
  await query.insertInto('sys_user_notice').values(notices).execute();
  const place = { oss_id: 1, storage: 'local', object_key: 'a', visibility: 'private' } as const;
  const object = { ...own, ...place, original_name: 'report.pdf', content_type: 'application/pdf', size: 1 };
  await query.insertInto('sys_oss').values(object).execute();
}

async function whatIsLeft(query: Database['query']) {
  const isOwn = own.app_code;
  return {
    settings: await query
      .selectFrom('sys_config')
      .select('config_key')
      .where('config_key', 'like', 'demo.%')
      .execute(),
    dictionaries: await query
      .selectFrom('sys_dict_type')
      .select('dict_id')
      .where('dict_type', '=', 'demo_state')
      .execute(),
    tasks: await query.selectFrom('sys_job').select('job_id').execute(),
    history: await query.selectFrom('sys_job_log').select('log_id').execute(),
    notices: await query
      .selectFrom('sys_user_notice')
      .select('notice_id')
      .where('app_code', '=', isOwn)
      .execute(),
    objects: await query
      .selectFrom('sys_oss')
      .select('original_name')
      .where('app_code', '=', isOwn)
      .execute(),
  };
}
