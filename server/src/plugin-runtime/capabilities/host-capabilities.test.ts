import { CacheService, LockService } from '@platform/plugin-sdk/cache';
import { SnowflakeIds } from '@platform/plugin-sdk/core';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Database as SdkDatabase } from '@platform/plugin-sdk/orm';
import { locate, locateByName } from '@platform/plugin-sdk/plugin';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { expect, it, vi } from 'vitest';
import { DATABASE, IDS } from '../../data/index.ts';
import { APPLICATION_SERVICES, CACHE, LOCKS } from '../../infra/index.ts';
import { ServiceRegistry } from '../../kernel/index.ts';
import { MESSAGING } from '../../messaging/index.ts';
import { hostCapabilities, STAND_INS, standInFor } from './host-capabilities.ts';

class Prices {}
class Stock {}

function host() {
  const services = new ServiceRegistry();
  const database = {
    dialect: 'postgres',
    applicationQuery: { name: 'query' },
    transaction: vi.fn((work: () => unknown) => work()),
    afterCommit: vi.fn(),
  };
  services.provide(DATABASE, database as never);
  services.provide(IDS, { next: () => 42 } as never);
  const capability = hostCapabilities(services, (appCode) => [`tenant of ${appCode}`]);
  return { services, database, capability };
}

it('gives all applications the database of the host', async () => {
  const { capability, database } = host();
  const given = capability('shop', SdkDatabase) as SdkDatabase;
  expect(capability('mall', SdkDatabase)).toBe(given);
  expect([given.dialect, given.query()]).toEqual(['postgres', database.applicationQuery]);
  const work = async () => 'done';
  expect(await given.transaction(work)).toBe('done');
  expect(database.transaction).toHaveBeenLastCalledWith(work, { requiresNew: false });
  await given.transaction(work, { propagation: 'requiresNew', isolation: 'serializable' } as never);
  expect(database.transaction).toHaveBeenLastCalledWith(work, {
    isolation: 'serializable',
    requiresNew: true,
  });
  given.afterCommit(work as never);
  expect(database.afterCommit).toHaveBeenCalledExactlyOnceWith(work);
});

it('gives identifiers of the host, and each application its own tenants', async () => {
  const { capability } = host();
  expect((capability('shop', SnowflakeIds) as SnowflakeIds).next()).toBe(42);
  const tenants = capability('shop', TenantContext) as TenantContext;
  expect(await tenants.forEach((tenant) => tenant)).toEqual(['tenant of shop']);
});

it('gives an application its part of what the host shares, where the host has it', () => {
  const { capability, services } = host();
  for (const token of [CacheService, LockService, MessageProducer, Prices])
    expect(capability('shop', token)).toBeUndefined();
  const producer = vi.fn((appCode: string) => ({ appCode }));
  services.provide(CACHE, {} as never);
  services.provide(LOCKS, {} as never);
  services.provide(MESSAGING, { producer } as never);
  expect(capability('shop', CacheService)).toBeInstanceOf(CacheService);
  expect(capability('shop', LockService)).toBeInstanceOf(LockService);
  expect(capability('shop', MessageProducer)).toEqual({ appCode: 'shop' });
});

it('finds services of applications before those of the host, and no registry of its own', () => {
  const { capability, services } = host();
  services.provide(Prices, 'of the host');
  services.provide(PluginServiceProvider, 'of the host' as never);
  expect(capability('shop', Prices)).toBe('of the host');
  expect(capability('shop', PluginServiceProvider)).toBeUndefined();
  const find = vi.fn((token: unknown, appCode: string) => (token === Prices ? { appCode } : undefined));
  services.provide(APPLICATION_SERVICES, { find } as never);
  expect(capability('shop', Prices)).toEqual({ appCode: 'shop' });
});

it('gives a test double instead of anything else', () => {
  const { capability, services } = host();
  const double = new Prices();
  services.provide(
    STAND_INS,
    new Map<never, object>([
      [SdkDatabase as never, double],
      [Prices as never, double],
    ]),
  );
  expect(capability('shop', SdkDatabase)).toBe(double);
  const located = standInFor(services, locate(Prices));
  expect([located?.available(), located?.get(), located?.proxy()]).toEqual([true, double, double]);
  expect(standInFor(services, locateByName('other', 'Prices'))?.get()).toBe(double);
  expect(standInFor(services, locate(Stock))).toBeUndefined();
  expect(standInFor(services, locateByName('other', 'Stock'))).toBeUndefined();
});

it('has no test doubles outside of tests', () => {
  expect(standInFor(host().services, locate(Prices))).toBeUndefined();
});
