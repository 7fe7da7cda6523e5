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
