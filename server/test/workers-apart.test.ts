import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../scripts/lib/build.ts';
import { availableDatabases } from '../src/data/testing/databases.ts';
import { settingsOf } from '../src/data/testing/servers.ts';
import { availableRedis } from '../src/infra/testing/redis.ts';
import { SupervisedHost } from './support/supervised-host.ts';

/** Database of the other Redis, on the same server. */
const ANOTHER = 9;

const redis = await availableRedis();
const [database] = await availableDatabases('host', ['postgres']);
afterAll(async () => {
  await redis?.redis.select(ANOTHER);
  const left = (await redis?.redis.keys(`${redis.prefix}*`)) ?? [];
  if (left.length > 0) await redis?.redis.del(...left);
  await redis?.redis.select(0);
  await redis?.close();
  await database?.drop();
});

interface LogLine {
  readonly msg: string;
  readonly pids?: readonly number[];
}

describe.skipIf(!isLongRun || !redis || !database)('decision 0160: workers of one host', () => {
  let host: SupervisedHost;
  beforeAll(async () => {
    await buildServer();
    host = await SupervisedHost.start('production', {
      ...settingsOf(database?.args ?? []),
      'cache.type': 'redis',
      'cache.key-prefix': redis?.prefix ?? '',
      'server.workers': 2,
      'logging.console': 'json',
    });
  });
  afterAll(() => host.remove());

  const warnings = (): LogLine[] =>
    readFileSync(join(host.data, 'logs', 'sys-console.log'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('use another Redis'))
      .map((line) => JSON.parse(line) as LogLine);

  it('name those beside them that still use the former Redis, when SIGHUP brings another one', async () => {
    const former = host.workers;
    expect(former).toHaveLength(2);
    const file = join(host.data, 'config', 'application.yml');
    writeFileSync(file, `frontend:\n  port: 0\ncache:\n  url: redis://127.0.0.1:6379/${ANOTHER}\n`);
    host.signal('SIGHUP');
    await expect.poll(() => host.workers.filter((pid) => !former.includes(pid)).length).toBe(2);
    await expect.poll(() => warnings().length).toBeGreaterThan(0);
    // The first of the new ones finds a former one beside it.
    expect(former).toEqual(expect.arrayContaining([...(warnings()[0]?.pids ?? [0])]));
  });
});
