import { access } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
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
});
