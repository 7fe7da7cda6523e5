import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostProcess } from '../../scripts/lib/host-process.ts';
import { onConnection } from '../../server/src/data/testing/connections.ts';
import { creators } from '../../server/src/data/testing/servers.ts';
import { availableRedis } from '../../server/src/infra/testing/redis.ts';
import { platformOf, startOn, type E2ePlatform, type Settings } from './platform.ts';

/** Folders of the storage, which hosts share. */
const STORAGE = ['files', 'upload'];

/** Two hosts of one platform, each with a disk of its own but for the storage. */
export interface TwoHosts {
  readonly first: E2ePlatform;
  readonly second: E2ePlatform;
  readonly stop: () => Promise<void>;
}

/** @returns why several hosts cannot run here, if so */
export async function missingServer(): Promise<string | undefined> {
  const reached = await onConnection('postgres', undefined, async () => true).catch(() => false);
  if (!reached) return 'PostgreSQL does not answer on loopback';
  const redis = await availableRedis();
  await redis?.close();
  return redis ? undefined : 'Redis does not answer on loopback';
}

/** Starts two hosts on an empty database of PostgreSQL; nothing is published. */
export async function startTwoHosts(): Promise<TwoHosts> {
  const redis = await availableRedis();
  if (!redis) throw new Error('Redis does not answer on loopback.');
  const database = await creators.postgres();
  const settings: Settings = {
    ...Object.fromEntries(database.args.map((each) => each.replace('--', '').split('=') as [string, string])),
    'database.pool-size': 3,
    'cache.type': 'redis',
    'cache.key-prefix': redis.prefix,
  };
  const folders: string[] = [];
  const hosts: HostProcess[] = [];
  const start = async (): Promise<E2ePlatform> => {
    const data = mkdtempSync(join(tmpdir(), 'e2e-two-'));
    const [first] = folders;
    folders.push(data);
    if (first !== undefined) {
      cpSync(join(first, 'config'), join(data, 'config'), { recursive: true });
      for (const folder of STORAGE) symlinkSync(join(first, folder), join(data, folder));
    }
    const host = await startOn(data, settings);
    hosts.push(host);
    return platformOf(host, data);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(hosts.map((host) => host.stop()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await database.drop();
    await redis.close();
  };
  try {
    return { first: await start(), second: await start(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
