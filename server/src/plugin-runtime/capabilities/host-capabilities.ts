import { CacheService, LockService } from '@platform/plugin-sdk/cache';
import { SnowflakeIds } from '@platform/plugin-sdk/core';
import { PluginServiceProvider, type AbstractClass } from '@platform/plugin-sdk/host';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Database as SdkDatabase } from '@platform/plugin-sdk/orm';
import type { LocateByNameToken, Located, LocateToken } from '@platform/plugin-sdk/plugin';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { DATABASE, IDS } from '../../data/index.ts';
import { APPLICATION_SERVICES, ApplicationCache, ApplicationLocks, CACHE, LOCKS } from '../../infra/index.ts';
import { serviceToken, type ServiceRegistry } from '../../kernel/index.ts';
import { MESSAGING } from '../../messaging/index.ts';
import { PluginDatabase } from './plugin-database.ts';
import { PluginIds } from './plugin-ids.ts';
import { PluginTenantContext } from './plugin-tenant-context.ts';

/** Test doubles for capabilities, on a host that runs for tests. */
export const STAND_INS = serviceToken<ReadonlyMap<AbstractClass, object>>('standIns');

/**
 * The capabilities of the host for one application. (design 3.5)
 *
 * Services that modules register under the SDK's own classes are found in the registry; the others
 * are adapted here.
 */
export function hostCapabilities(
  services: ServiceRegistry,
  tenants: (appCode: string) => readonly string[],
): (appCode: string, token: AbstractClass) => object | undefined {
  const shared = new Map<AbstractClass, object>([
    [SdkDatabase, new PluginDatabase(services.use(DATABASE))],
    [SnowflakeIds, new PluginIds(services.use(IDS))],
  ]);
  const own = new Map<AbstractClass, (appCode: string) => object | undefined>([
    [TenantContext, (appCode) => new PluginTenantContext(() => tenants(appCode))],
    [MessageProducer, (appCode) => services.find(MESSAGING)?.producer(appCode)],
    [
      CacheService,
      (appCode) => adapted(services.find(CACHE), (cache) => new ApplicationCache(cache, appCode)),
    ],
    [
      LockService,
      (appCode) => adapted(services.find(LOCKS), (locks) => new ApplicationLocks(locks, appCode)),
    ],
  ]);
  return (appCode, token) =>
    services.find(STAND_INS)?.get(token) ??
    shared.get(token) ??
    own.get(token)?.(appCode) ??
    services.find(APPLICATION_SERVICES)?.find(token, appCode) ??
    (token === PluginServiceProvider ? undefined : services.find(token));
}

/** The test double of a located service, if there is one. */
export function standInFor(
  services: ServiceRegistry,
  target: LocateToken | LocateByNameToken,
): Located<object> | undefined {
  const isMeant = (token: AbstractClass): boolean =>
    target.kind === 'locateByName' ? token.name === target.name : token === target.token;
  const [, service] = [...(services.find(STAND_INS) ?? [])].find(([token]) => isMeant(token)) ?? [];
  return service && { available: () => true, get: () => service, proxy: () => service };
}

function adapted<S, T>(service: S | undefined, adapt: (service: S) => T): T | undefined {
  return service === undefined ? undefined : adapt(service);
}
