import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

describe('enabling and disabling', () => {
  const suite = marketSuite();

  it('disable hides the application, enable shows it again', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    const id = await suite.installId();
    ok(await suite.host.call('POST', `/app/install/${id}/disable`));
    expect(ok(await suite.host.call('GET', '/app/runtime/remote-apps'))).toEqual([]);
    expect(ok(await suite.host.call('GET', '/app/runtime/enabled-apps'))).toEqual([]);
    expect(await suite.host.call('POST', `/app/install/${id}/disable`)).toMatchObject({
      error: 'APP_NOT_ENABLED',
    });
    ok(await suite.host.call('POST', `/app/install/${id}/enable`));
    expect(await suite.greeting()).toBe('hello 1.0.0');
    expect(ok(await suite.host.call('GET', '/app/runtime/enabled-apps'))).toEqual(['demo']);
  });

  it('enables nothing before what it needs, and settles the last failure', async () => {
    const ids = new Map<string, number>();
    for (const [appCode, dependencies] of [
      ['base', {}],
      ['top', { base: '^1.0.0' }],
    ] as const) {
      await suite.host.publish(await suite.workshop.build({ code: appCode, manifest: { dependencies } }));
      ok(await suite.host.call('POST', '/app/install', { appCode }));
      ids.set(appCode, await suite.installId(appCode));
    }
    const change = (appCode: string, action: string) =>
      suite.host.call('POST', `/app/install/${ids.get(appCode)}/${action}`);
    ok(await change('top', 'disable'));
    ok(await change('base', 'disable'));
    expect(await change('top', 'enable')).toMatchObject({ status: 409, error: 'DEPENDENCY_MISSING' });
    const failure_json = JSON.stringify({ stage: 'load', code: 'DEPENDENCY_MISSING', message: 'x' });
    await suite.host.rows((query) => query.updateTable('app_install').set({ failure_json }).execute());
    ok(await change('base', 'enable'));
    ok(await change('top', 'enable'));
    const { rows = [] } = await suite.host.call('GET', '/app/install/list');
    expect(rows.map(({ failure }) => failure)).toEqual([null, null]);
  });

  it('names the dependents that prevent it', async () => {
    await suite.host.publish(await suite.workshop.build({ code: 'base' }));
    await suite.host.publish(
      await suite.workshop.build({ code: 'top', manifest: { dependencies: { base: '^1.0.0' } } }),
    );
    ok(await suite.host.call('POST', '/app/install', { appCode: 'base' }));
    ok(await suite.host.call('POST', '/app/install', { appCode: 'top' }));
    const rows = (await suite.host.call('GET', '/app/install/list')).rows ?? [];
    const base = rows.find((row) => row['appCode'] === 'base')?.['installId'] as number;
    for (const [method, path] of [
      ['POST', `/app/install/${base}/disable`],
      ['DELETE', `/app/install/${base}`],
    ] as const) {
      expect(await suite.host.call(method, path)).toMatchObject({ status: 409, error: 'APP_REQUIRED' });
    }
    await suite.host.publish(await suite.workshop.build({ code: 'base', version: '2.0.0' }));
    expect(await suite.host.call('POST', `/app/install/${base}/upgrade`)).toMatchObject({
      error: 'DEPENDENT_RANGE',
    });
  });
});
