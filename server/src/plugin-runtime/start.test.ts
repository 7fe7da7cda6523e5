import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIVE_PLUGINS } from './active-plugins/active-plugins.ts';
import { PluginWorkshop } from './testing/plugin-project.ts';
import { TestHost } from './testing/test-host.ts';

const answering = (code: string, text: string): Record<string, string> => ({
  'c.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
import { CacheService, LockService } from '@platform/plugin-sdk/cache';
import { SnowflakeIds } from '@platform/plugin-sdk/core';
import { TenantContext } from '@platform/plugin-sdk/tenant';
@Controller('/${code}', { inject: [CacheService, LockService, SnowflakeIds, TenantContext] })
export class C {
  private tenantAtStart: string | undefined = 'unknown';
  constructor(private readonly cache: CacheService, private readonly locks: LockService, private readonly ids: SnowflakeIds, private readonly tenant: TenantContext) {}
  init() { this.tenantAtStart = this.tenant.current(); }
  @Get('/v') v() { return '${text}'; }
  @Get('/count') count() { return this.locks.withLock('count', () => this.cache.increment('count'), { wait: '1s' }); }
  @Get('/tenants') tenants() { return [this.tenantAtStart ?? null, this.tenant.current(), this.tenant.run('000777', () => this.tenant.current())]; }
  @Get('/id') id() { return this.ids.next(); }
}`,
});

describe('a host that starts with applications in its plugin directory', () => {
  let workshop: PluginWorkshop;
  beforeAll(async () => {
    workshop = await PluginWorkshop.open();
    await workshop.jar('first', '1.0.0', answering('first', 'first 1.0.0'));
    await workshop.jar('first', '1.2.0', answering('first', 'first 1.2.0'));
    await workshop.jar('second', '1.0.0', answering('second', 'second'));
    await workshop.jar('third', '1.0.0', { 'c.ts': `throw new Error('at load');` });
  });
  afterAll(() => workshop.close());

  it('loads the highest version of each, and reports a failing one without stopping', async () => {
    const host = await TestHost.start({}, workshop);
    try {
      expect(await host.get('/first/v')).toMatchObject({ body: { data: 'first 1.2.0' } });
      expect(await host.get('/second/v')).toMatchObject({ body: { data: 'second' } });
      expect(host.runtime.describe('third')).toMatchObject({
        state: 'failed',
        failure: { version: '1.0.0', stage: 'evaluate', code: 'PLUGIN_MODULE_FAILED' },
      });
      await host.modules.services.use(ACTIVE_PLUGINS).set('first', 'platform-first-plugin-1.0.0.jar');
    } finally {
      await host.stop({ keepFiles: true });
    }
  });

  it('spec: active-plugins.txt; V5, loads the versions in the file and skips the rest', async () => {
    const host = await TestHost.start({}, workshop);
    try {
      expect(await host.get('/first/v')).toMatchObject({ body: { data: 'first 1.0.0' } });
      expect(host.runtime.describe().map(({ appCode }) => appCode)).toEqual(['first']);
      expect(host.log.find(({ message }) => message.includes('plugins:prune'))?.fields['jars']).toHaveLength(
        3,
      );
    } finally {
      await host.stop({ keepFiles: true });
    }
  });

  it('loads nothing when the runtime is disabled', async () => {
    const host = await TestHost.start({ args: ['--app-market.plugin-runtime.enabled=false'] }, workshop);
    expect(host.runtime.describe()).toEqual([]);
    await host.stop({ keepFiles: true });
  });

  it('gives each application a cache, locks, identifiers and the tenant of the request', async () => {
    const host = await TestHost.start({}, workshop);
    try {
      await host.runtime.load('second', `${workshop.pluginDir}/platform-second-plugin-1.0.0.jar`);
      expect(await host.get('/first/count')).toMatchObject({ body: { data: 1 } });
      expect(await host.get('/first/count')).toMatchObject({ body: { data: 2 } });
      expect(await host.get('/second/count')).toMatchObject({ body: { data: 1 } });
      expect(await host.get('/first/tenants')).toMatchObject({ body: { data: [null, '000000', '000777'] } });
      const { body } = await host.get('/first/id');
      expect(body['data']).toBeGreaterThan(2 ** 32);
      await host.runtime.unload('second');
      await host.runtime.load('second', `${workshop.pluginDir}/platform-second-plugin-1.0.0.jar`);
      expect(await host.get('/second/count')).toMatchObject({ body: { data: 1 } });
    } finally {
      await host.stop({ keepFiles: true });
    }
  });
});
