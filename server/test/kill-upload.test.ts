import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { openTestDatabase } from '../src/data/testing/open.ts';
import { PackageWorkshop } from '../src/market/testing/test-packages.ts';
import type { ParsedPackage } from '@platform/host-api';
import { KillablePlatform } from './support/kill/killable-platform.ts';
import type { Operated } from './support/kill/operated.ts';
import { killPoints, sampledPoint } from './support/kill/points.ts';

/**
 * The host is killed (SIGKILL) while a package is uploaded and saved as a version. After a restart
 * no temporary file is left, every stored object is known, so that the sweep can find it, and a
 * second upload succeeds. One change of each half is tried here; `PLATFORM_KILL_POINTS=all` tries
 * each. (design 4.3, 4.4)
 */
const { every, seed } = killPoints(process.env);
/** About how many changes an upload makes. */
const CHANGES = 12;
const ATTEMPTS = 2;

await describeDatabases('a host that is killed during an upload', ['mysql'], (database) => {
  let platform: KillablePlatform;
  let workshop: PackageWorkshop;
  let versions = 0;
  beforeAll(async () => {
    workshop = await PackageWorkshop.open();
    platform = await KillablePlatform.create(database);
  });
  afterAll(async () => {
    await platform.remove();
    await workshop.close();
  });

  const rows = async (sql: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const opened = await openTestDatabase(platform.database.config);
    try {
      return (await opened.raw(sql)).rows;
    } finally {
      await opened.close();
    }
  };
  const count = async (table: string): Promise<number> =>
    Number((await rows(`select count(*) as n from ${table}`))[0]?.['n']);
  const storedZips = (): number => {
    const folder = join(platform.data, 'files');
    if (!existsSync(folder)) return 0;
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.zip')).length;
  };
  const uploadAndSave =
    (file: string) =>
    async ({ api }: Operated): Promise<void> => {
      const { packageUrl, packageSha256 } = await api.upload<ParsedPackage>('/app/package/parse', file);
      await api.post('/app/version', { packageUrl, packageSha256 });
    };

  /** @returns whether it was killed */
  async function killedAt(n: number): Promise<boolean> {
    const file = await workshop.build({ version: `1.${versions++}.0` });
    const saved = await count('app_version');
    platform.arm(n);
    const place = await platform.killedDuring(uploadAndSave(file));
    if (place === undefined) return false;
    await platform.start();
    const when = `killed at ${n} (${place}; seed ${seed})`;
    expect(readdirSync(join(platform.data, 'temp')), when).toEqual([]);
    expect(storedZips(), when).toBeLessThanOrEqual(await count('app_package'));
    if ((await count('app_version')) === saved) await uploadAndSave(file)(platform);
    expect(await count('app_version'), when).toBe(saved + 1);
    expect(storedZips(), when).toBeGreaterThan(saved);
    const lost = await rows(
      'select version from app_version where package_url not in (select package_url from app_package)',
    );
    expect(lost, when).toEqual([]);
    return true;
  }

  test(
    'leaves nothing unknown, and the upload can be repeated',
    async () => {
      if (every) {
        let n = every.from;
        while (n <= every.to && (await killedAt(n))) n += 1;
        process.stderr.write(`upload on ${database.name}: changes ${every.from} to ${n - 1} tried\n`);
        return;
      }
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const about = `${database.name} upload ${attempt}`;
        expect(await killedAt(sampledPoint(seed, about, CHANGES)), about).toBe(true);
      }
    },
    every ? 3_600_000 : 300_000,
  );
});
