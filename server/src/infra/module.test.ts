import { describe, expect, it } from 'vitest';
import { DATABASE, PLATFORM_IDENTITY, type Database } from '../data/index.ts';
import {
  loadConfig,
  ServiceRegistry,
  silentLogger,
  startModules,
  type ModuleContext,
} from '../kernel/index.ts';
import { CACHE } from './cache/cache.ts';
import { LOCKS } from './locks/locks.ts';
import { infraModule } from './module.ts';
import { availableRedis } from './testing/redis.ts';

/** As much of a database as these services need. */
function provideData(ctx: ModuleContext, id: string): void {
  ctx.provide(PLATFORM_IDENTITY, { id });
  const afterCommit = (work: () => void): void => work();
  ctx.provide(DATABASE, { afterCommit, onSchemaChange: () => () => undefined } as unknown as Database);
}

/** A host of the platform `id`. */
const start = async (services: ServiceRegistry, args: readonly string[] = [], id = 'aaaaaaaa') =>
  startModules(
    [{ name: 'data', setup: (ctx) => void provideData(ctx, id) }, infraModule],
    loadConfig({ directories: [], env: {}, args }).config,
    silentLogger,
    services,
  );

const redis = await availableRedis();
const prefix = redis?.prefix ?? '';
await redis?.close();

describe('cache and locks of a host', () => {
  it('are local unless configured otherwise', async () => {
    const [one, two] = [new ServiceRegistry(), new ServiceRegistry()];
    const hosts = await Promise.all([start(one), start(two)]);
    await one.use(CACHE).set('key', 1);
    expect(await two.use(CACHE).get('key')).toBeUndefined();
    await Promise.all(hosts.map((host) => host.dispose()));
  });

  it('spec: Errors/missing database or cache address at start: an empty cache address is named', async () => {
    const started = start(new ServiceRegistry(), ['--cache.type=redis', '--cache.url=']);
    await expect(started).rejects.toMatchObject({
      code: 'CACHE_ADDRESS_MISSING',
      message: expect.stringContaining('cache.url') as string,
    });
  });

  it.skipIf(!redis)('are shared by hosts of a platform, and not with another one on that Redis', async () => {
    const [one, two, other] = [new ServiceRegistry(), new ServiceRegistry(), new ServiceRegistry()];
    const args = [
      '--cache.type=redis',
      '--cache.url=redis://127.0.0.1:6379/0',
      `--cache.key-prefix=${prefix}`,
    ];
    const hosts = await Promise.all([start(one, args), start(two, args), start(other, args, 'bbbbbbbb')]);
    await one.use(CACHE).set('key', 1, { ttlMs: 10_000 });
    expect(await two.use(CACHE).get('key')).toBe(1);
    expect(await other.use(CACHE).get('key')).toBeUndefined();
    await two.use(CACHE).del('key');
    const release = await one.use(LOCKS).tryLock('lock');
    expect(await two.use(LOCKS).tryLock('lock')).toBeUndefined();
    await release?.();
    await Promise.all(hosts.map((host) => host.dispose()));
  });
});
