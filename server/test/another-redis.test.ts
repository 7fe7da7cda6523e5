import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnServer } from '../../bench/lib/own-servers/own-server.ts';
import { redisRecipe } from '../../bench/lib/own-servers/recipes.ts';
import { NODE_REGISTRY } from '../src/cluster/index.ts';
import { describeHostDatabases } from '../src/data/testing/databases.ts';
import { CACHE_IDENTITY } from '../src/infra/index.ts';
import { connectRedis } from '../src/infra/redis/connect.ts';
import { availableRedis } from '../src/infra/testing/redis.ts';
import { silentLogger } from '../src/kernel/index.ts';
import { HostGroup } from '../src/market/testing/host-group.ts';
import type { MarketHost } from '../src/market/testing/market-host.ts';

const first = await availableRedis();
const second = await OwnServer.create(redisRecipe);
afterAll(async () => {
  if (typeof second !== 'string') await second.remove();
  await first?.close();
});

await describeHostDatabases(
  'design 10.2: hosts of one database and another Redis',
  ['sqlite', 'postgres'],
  (database) => {
    if (database.name === 'sqlite') return void it.skip('needs a database server', () => undefined);
    if (!first) return void it.skip('needs Redis on loopback', () => undefined);
    if (typeof second === 'string') return void it.skip(second, () => undefined);
    const url = `redis://127.0.0.1:${second.port}/0`;
    const { prefix } = first;
    const group = new HostGroup(database.args, { url, prefix });
    let one: MarketHost;
    beforeAll(async () => void (one = await group.start()));
    afterAll(() => group.close());

    const nodes = () => one.host.services.use(NODE_REGISTRY).rows();

    it('another server, database of it or prefix is refused by name, and leaves nothing behind', async () => {
      const others = [
        { redisUrl: 'redis://127.0.0.1:6379/0' },
        { redisUrl: url.replace(/0$/, '1') },
        { args: [`--cache.key-prefix=${prefix}other:`] },
      ];
      // Each waits for the others to agree; that takes as long as one alone.
      await Promise.all(
        others.map((options) =>
          expect(group.start(options)).rejects.toMatchObject({ code: 'CACHE_NOT_SHARED' }),
        ),
      );
      expect(await nodes()).toHaveLength(1);
    });

    it('with the same Redis a second one starts, also after that was emptied', async () => {
      const two = await group.start();
      const identity = (host: MarketHost) => host.host.services.use(CACHE_IDENTITY).id;
      const before = identity(one);
      expect(identity(two)).toBe(before);
      const redis = await connectRedis(url, silentLogger);
      await redis.flushall();
      redis.disconnect();
      const three = await group.start();
      expect(identity(three)).not.toBe(before);
      expect([identity(one), identity(two)]).toEqual([identity(three), identity(three)]);
      const { rows = [] } = await one.call('GET', '/system/nodes');
      expect(rows.map(({ cacheId }) => cacheId)).toEqual(Array(3).fill(identity(three)));
    });

    it('with its cache in memory a second one starts, and the list of hosts shows it', async () => {
      const alone = await group.start({ args: ['--cache.type=memory'] });
      const { rows = [] } = await one.call('GET', '/system/nodes');
      expect(rows.map(({ cacheId }) => cacheId).filter((id) => id === '')).toHaveLength(1);
      await group.stop(alone);
    });
  },
);
