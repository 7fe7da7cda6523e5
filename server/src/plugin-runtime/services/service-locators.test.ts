import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import { MemberService, MemberServiceLocator } from '@platform/plugin-sdk/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { TestHost } from '../testing/test-host.ts';

const member = (points: number, code = 'member') => ({
  'service/members.ts': `
import { Component } from '@platform/plugin-sdk/core';
import { MemberService, PluginService } from '@platform/plugin-sdk/plugin';
@Component() export class Points { readonly first = ${points}; }
@PluginService(MemberService, { inject: [Points] })
export class Members extends MemberService {
  private points: number;
  constructor(points: Points) { super(); this.points = points.first; }
  override async find(userId: number) {
    return { userId, name: '${code}', level: 'gold', points: this.points, active: true };
  }
  override async addPoints(_userId: number, points: number) { return this.points += points; }
}
@Component({ inject: [MemberService, Members] }) export class AtHome {
  constructor(readonly contract: MemberService, readonly own: Members) {
    if (contract !== own) throw new Error('two beans');
  }
}`,
});

const caller = {
  'c.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
import { locate, locateByName, MemberService, MemberServiceLocator, type Located } from '@platform/plugin-sdk/plugin';
interface Named { find(userId: number): Promise<{ name: string }> }
@Controller('/caller', { inject: [MemberServiceLocator, locate(MemberService), locateByName<Named>('member', 'MemberService')] })
export class C {
  private readonly proxied: MemberService;
  constructor(
    private readonly members: MemberServiceLocator,
    private readonly located: Located<MemberService>,
    private readonly named: Located<Named>,
  ) { this.proxied = members.proxy(MemberService); }
  @Get('/available') available() {
    return [this.members.available(MemberService), this.located.available(), this.named.available()];
  }
  @Get('/get') async get() { return (await this.members.get(MemberService).find(1))?.points; }
  @Get('/located') async locate() { return (await this.located.get().find(1))?.points; }
  @Get('/named') async byName() { return (await this.named.get().find(1)).name; }
  @Get('/proxy') async proxy() {
    return [(await this.proxied.find(1))?.points, (await this.located.proxy().find(1))?.points, this.proxied instanceof MemberService];
  }
}`,
};

/** The host asks about tenants only, and never without one. */
const isTenant = (tenantId: unknown): boolean => typeof tenantId === 'string';

describe('services across applications', () => {
  const disabled = new Set<string>();
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start({
      access: {
        state: (tenantId) => (isTenant(tenantId) && !disabled.has(tenantId) ? 'enabled' : 'disabled'),
        tenants: () => [],
      },
    });
    await host.load('caller', '1.0.0', caller);
  });
  afterAll(() => host.stop());
  const data = async (path: string) => (await host.get(`/caller/${path}`)).body['data'];

  it.each(['get', 'located', 'named', 'proxy'])(
    'spec: Errors/strong locator dependency missing; Errors/application not installed or not enabled: %s',
    async (path) => {
      expect(await host.get(`/caller/${path}`)).toMatchObject({
        status: 424,
        body: {
          error: 'APP_NOT_INSTALLED',
          msg: expect.stringContaining(
            'is not installed or not enabled; install it from the marketplace',
          ) as string,
        },
      });
    },
  );

  it('spec: L8: locators find a service once it exists, and each new version of it', async () => {
    expect(await data('available')).toEqual([false, false, false]);
    await host.load('member', '1.0.0', member(10));
    expect(await data('available')).toEqual([true, true, true]);
    expect(await data('get')).toBe(10);
    expect(await data('located')).toBe(10);
    expect(await data('named')).toBe('member');
    expect(await data('proxy')).toEqual([10, 10, true]);
    await host.load('member', '1.0.1', member(20));
    expect(await data('proxy')).toEqual([20, 20, true]);
    await host.runtime.unload('member');
    expect(await data('available')).toEqual([false, false, false]);
  });

  it('spec: L8: the host reaches beans by PluginServiceProvider, and services by a locator', async () => {
    const provider = host.modules.services.use(PluginServiceProvider);
    expect(provider.getPluginBean('member', MemberService)).toBeUndefined();
    const proxy = host.modules.services.use(MemberServiceLocator).proxy(MemberService);
    expect(() => proxy.find(3)).toThrow(expect.objectContaining({ code: 'APP_NOT_INSTALLED' }));
    await host.load('member', '1.0.0', member(30));
    const bean = provider.getPluginBean('member', MemberService);
    expect(await bean?.find(3)).toMatchObject({ points: 30 });
    // The same proxy, which counts the calls that an unload waits for.
    expect(host.modules.services.use(MemberServiceLocator).get(MemberService)).toBe(bean);
    expect(await proxy.find(3)).toMatchObject({ userId: 3 });
    expect(await Promise.resolve(proxy)).toBe(proxy);
    expect(provider.getPluginBean('caller', MemberService)).toBeUndefined();
  });

  it('hide services from a tenant that does not have the application enabled', async () => {
    await host.load('member', '1.0.0', member(30));
    const locator = host.modules.services.use(MemberServiceLocator);
    expect(requestContext.runAs('000007', () => locator.available(MemberService))).toBe(true);
    disabled.add('000007');
    expect(requestContext.runAs('000007', () => locator.available(MemberService))).toBe(false);
  });

  it('refuse an application access to all beans of the host', async () => {
    const load = host.load('nosy', '1.0.0', {
      'c.ts': `
import { Component } from '@platform/plugin-sdk/core';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
@Component({ inject: [PluginServiceProvider] }) export class C { constructor(readonly provider: PluginServiceProvider) {} }`,
    });
    await expect(load).rejects.toMatchObject({ code: 'PLUGIN_IMPORT_FORBIDDEN' });
  });

  it('search only the named application', async () => {
    await host.runtime.unload('member');
    await host.load('other', '1.0.0', member(1, 'other'));
    expect(await data('available')).toEqual([false, true, false]);
  });
});
