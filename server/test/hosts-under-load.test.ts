import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnServer } from '../../bench/lib/own-servers/own-server.ts';
import { redisRecipe } from '../../bench/lib/own-servers/recipes.ts';
import { SteadyClient } from '../../bench/lib/steady-client.ts';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { KillableHosts } from './support/kill/killable-hosts.ts';
import type { KillablePlatform } from './support/kill/killable-platform.ts';
import { operate, publishVersions } from './support/kill/operations.ts';

/**
 * Processes of one platform, each asked all the time, while one application is installed, upgraded,
 * rolled back and removed through them in turn: the changed application and the host itself answer
 * each request. Figures are those of `bench/cluster.ts`. (design 10.6, first row)
 */
const HOSTS = isLongRun ? 3 : 2;
const UPGRADES = isLongRun ? 50 : 2;
/** Requests a second to each host. (design 10.7-18) */
const RATE = isLongRun ? 100 : 20;
const LIMIT_MS = isLongRun ? 3_600_000 : 300_000;

const redis = await OwnServer.create(redisRecipe);
afterAll(() => (typeof redis === 'string' ? undefined : redis.remove()));

await describeDatabases('design 10.6: hosts under load', ['sqlite', 'postgres'], (database) => {
  if (database.name === 'sqlite') return void it.skip('needs a database server', () => undefined);
  if (typeof redis === 'string') return void it.skip(redis, () => undefined);
  let hosts: KillableHosts;
  let turn = 0;

  beforeAll(async () => {
    hosts = await KillableHosts.start(database, redis, HOSTS);
    await publishVersions(hosts.all[0] as KillablePlatform);
  });
  afterAll(() => hosts?.remove());

  const ask = (path: string): SteadyClient[] =>
    hosts.all.map(({ url }) => new SteadyClient(url + path, RATE, {}));

  /** @returns what was not answered with 200 */
  async function failuresOf(clients: readonly SteadyClient[]): Promise<string[]> {
    await Promise.all(clients.map((client) => client.stop()));
    for (const { sent } of clients) expect(sent).toBeGreaterThan(0);
    return [...new Set(clients.flatMap(({ failures }) => failures))];
  }

  /** Does an operation through the next host. */
  const next = (name: string): Promise<void> => operate(name, hosts.all[turn++ % HOSTS] as KillablePlatform);
  const onAll = (answer: string): string[] => hosts.all.map(() => answer);

  it(
    `answer each request while an application is installed, upgraded ${UPGRADES} times, rolled back and removed`,
    async () => {
      const host = ask('/auth/oidc');
      await next('install');
      expect(await hosts.served()).toEqual(onAll('200 1.0.0'));
      const application = ask('/open/demo/greet');
      for (let upgrade = 1; upgrade <= UPGRADES; upgrade += 1) {
        await next('upgrade');
        expect(await hosts.served(), `upgrade ${upgrade}`).toEqual(onAll('200 1.1.0'));
        await next('rollback');
        expect(await hosts.served(), `rollback ${upgrade}`).toEqual(onAll('200 1.0.0'));
      }
      expect(await failuresOf(application)).toEqual([]);
      await next('uninstall');
      expect(await hosts.served()).toEqual(onAll('404'));
      expect(await failuresOf(host)).toEqual([]);
      await hosts.settled('removed');
    },
    LIMIT_MS,
  );
});
