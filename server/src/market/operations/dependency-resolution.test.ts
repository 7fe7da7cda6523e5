import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

describe('installing with dependencies (design 9.2-11)', () => {
  const suite = marketSuite();
  const publish = async (code: string, version: string, dependencies: Record<string, string> = {}) =>
    suite.host.publish(
      await suite.workshop.build({ code, version, frontend: null, manifest: { dependencies } }),
    );
  const install = (appCode: string, more: object = { withDependencies: true }) =>
    suite.host.call('POST', '/app/install', { appCode, ...more });
  const plan = (appCode: string) =>
    suite.host.call('POST', '/app/install/plan', { action: 'install', appCode, withDependencies: true });
  const installed = async () =>
    ((await suite.host.call('GET', '/app/install/list')).rows ?? []).map(
      (row) => `${String(row['appCode'])} ${String(row['version'])}`,
    );

  it('installs each in the highest matching version after its own dependencies, as the plan lists them', async () => {
    await publish('base', '1.0.0');
    await publish('base', '1.4.0');
    await publish('base', '2.0.0');
    await publish('middle', '1.0.0', { base: '^1.0.0' });
    await publish('side', '1.0.0');
    await publish('shop', '1.0.0', { middle: '>=1.0.0', side: '*', base: '^1.2.0' });
    expect(await install('shop', {})).toMatchObject({ status: 409, error: 'DEPENDENCY_MISSING' });
    const market = (await suite.host.call('GET', '/app/market/list')).rows ?? [];
    expect(market.find((app) => app['appCode'] === 'shop')).toMatchObject({
      state: 'incompatible',
      missing: [{ appCode: 'middle' }, { appCode: 'side' }, { appCode: 'base' }],
    });
    const order = [
      { appCode: 'base', version: '1.4.0' },
      { appCode: 'middle', version: '1.0.0' },
      { appCode: 'side', version: '1.0.0' },
    ];
    expect(ok(await plan('shop'))).toMatchObject({ toVersion: '1.0.0', needed: order });
    expect(await installed()).toEqual([]);
    const report = ok(await install('shop'));
    expect(report).toMatchObject({ appCode: 'shop', version: '1.0.0', dependencies: order });
    expect((await installed()).sort()).toEqual(['base 1.4.0', 'middle 1.0.0', 'shop 1.0.0', 'side 1.0.0']);
    const task = ok(await suite.host.call('GET', `/app/task/${String(report['taskId'])}`));
    expect((task['steps'] as unknown[])[0]).toMatchObject({ name: 'dependencies', status: 'succeeded' });
  });

  it('refuses cycles and unavailable dependencies before it changes anything', async () => {
    await publish('one', '1.0.0', { two: '*' });
    await publish('two', '1.0.0', { one: '*' });
    await publish('old', '1.0.0');
    await publish('new', '1.0.0', { old: '^2.0.0' });
    await publish('alone', '1.0.0', { nobody: '*' });
    for (const ask of [install, plan]) {
      expect(await ask('one')).toMatchObject({
        status: 409,
        error: 'DEPENDENCY_CYCLE',
        details: { cycle: ['one', 'two', 'one'] },
      });
      expect(await ask('new')).toMatchObject({
        error: 'DEPENDENCY_UNAVAILABLE',
        msg: 'new 1.0.0 needs old ^2.0.0, and only 1.0.0 is offered.',
      });
      expect(await ask('alone')).toMatchObject({ error: 'DEPENDENCY_UNAVAILABLE' });
    }
    expect(await installed()).toEqual([]);
  });

  it('keeps earlier ones when a later one fails, and names that one', async () => {
    await publish('base', '1.0.0');
    const broken = { 'service/broken.ts': `throw new Error('broken at load'); export class X {}` };
    const file = { code: 'bad', version: '1.0.0', frontend: null, backend: broken };
    await suite.host.publish(
      await suite.workshop.build({ ...file, manifest: { dependencies: { base: '*' } } }),
    );
    await publish('shop', '1.0.0', { bad: '*' });
    expect((await install('shop')).msg).toContain('broken at load');
    expect(await installed()).toEqual(['bad 1.0.0', 'base 1.0.0']);
    const [task] = (await suite.host.call('GET', '/app/task/list?appCode=shop')).rows ?? [];
    expect(task).toMatchObject({ status: 'failed', failure: { stage: 'dependencies' } });
  });
});
