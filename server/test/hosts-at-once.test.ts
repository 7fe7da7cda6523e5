import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { ApiClient } from '@platform/cli';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnServer } from '../../bench/lib/own-servers/own-server.ts';
import { redisRecipe } from '../../bench/lib/own-servers/recipes.ts';
import { buildServer } from '../../scripts/lib/build.ts';
import { startHost, type HostProcess } from '../../scripts/lib/host-process.ts';
import { hostMigrations } from '../src/data/index.ts';
import { byHand, type ByHand } from '../src/data/testing/by-hand.ts';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { settingsOf } from '../src/data/testing/servers.ts';

const HOSTS = Number(process.env['PLATFORM_HOSTS'] ?? 12);
const PASSWORD = 'At-once-password-1!';
/** Twelve processes share the cores of the machine. */
const LIMIT_MS = 900_000;
/** Connections that a server allows by default are for other tests, too. */
const POOL = 3;

// Hooks of a file whose tests are all skipped do not run: nothing would end a server.
const redis = isLongRun ? await OwnServer.create(redisRecipe) : 'in the long run';
afterAll(() => (typeof redis === 'string' ? undefined : redis.remove()));

await describeDatabases('issue 19: hosts started at once', ['sqlite', 'postgres'], (database) => {
  if (database.name === 'sqlite') return void it.skip('needs a database server', () => undefined);
  if (typeof redis === 'string') return void it.skip(redis, () => undefined);
  const secret = randomBytes(32).toString('base64url');
  const folders: string[] = [];
  let hand: ByHand;
  let hosts: HostProcess[] = [];

  function start(): Promise<HostProcess> {
    const data = mkdtempSync(join(tmpdir(), 'at-once-'));
    folders.push(data);
    mkdirSync(join(data, 'config'));
    writeFileSync(join(data, 'config', 'platform.secret-key'), secret, { mode: 0o600 });
    return startHost({
      settings: {
        ...settingsOf(database.args),
        ...{ 'server.port': 0, 'frontend.port': 0, 'platform.data-dir': data, 'logging.console': 'off' },
        'database.pool-size': POOL,
        'cache.type': 'redis',
        'cache.url': `redis://127.0.0.1:${(redis as OwnServer).port}`,
      },
      env: { PLATFORM_ADMIN_PASSWORD: PASSWORD },
      output: 'ignore',
    });
  }

  beforeAll(async () => {
    await buildServer();
    hand = byHand(database.config);
  });
  afterAll(async () => {
    for (const host of hosts) host.kill();
    await Promise.all(hosts.map(({ ended }) => ended));
    await hand?.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it(
    `${HOSTS} on an empty database: all serve, and the schema and the first rows are made once`,
    async () => {
      const started = await Promise.allSettled(Array.from({ length: HOSTS }, start));
      hosts = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(started.filter(({ status }) => status === 'rejected')).toEqual([]);
      const names = await hand.select('select name from sys_migration order by name', []);
      expect(names.map(({ name }) => name)).toEqual(hostMigrations.map(({ name }) => name));
      const [first] = hosts as [HostProcess];
      const api = new ApiClient(first.ready.api);
      const token = await api.login('admin', PASSWORD);
      expect(await api.get<unknown[]>('/system/user/list')).toHaveLength(1);
      const numbers = await hand.select(
        'select holder, count(*) as n from sys_node_number group by holder',
        [],
      );
      expect(numbers).toHaveLength(HOSTS);
      const nodes =
        await api.get<Array<{ hostId: string; state: string; convergedAt: string | null }>>('/system/nodes');
      expect(new Set(nodes.map(({ hostId }) => hostId)).size).toBe(HOSTS);
      expect(nodes.filter(({ state, convergedAt }) => state !== 'live' || convergedAt === null)).toEqual([]);
      // A session that one of them has begun holds on all.
      for (const { ready } of hosts) {
        const other = new ApiClient(ready.api, token);
        expect(await other.get<unknown[]>('/system/user/list')).toHaveLength(1);
      }
    },
    LIMIT_MS,
  );
});
