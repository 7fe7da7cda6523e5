import { access } from 'node:fs/promises';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { describe, expect, it } from 'vitest';
import { MESSAGING } from '../../messaging/index.ts';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

describe('uninstalling', () => {
  const suite = marketSuite();

  it('spec: L3; L2; M2, uninstall keeps tables, full removal drops what the scripts create, and every menu', async () => {
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

  it('spec: L3: full removal takes what waits in the application’s own queues; uninstall keeps it', async () => {
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
});
