import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from '@platform/package-format';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { PlatformError, systemClock } from '../../kernel/index.ts';
import type { PackageInspector } from '../packages/package-inspector.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import { ListingStore } from '../records/listing-store.ts';
import { VersionStore } from '../records/version-store.ts';
import { CodeKeys } from './code-keys.ts';
import { VersionService } from './version-service.ts';

const sha256 = createHash('sha256').update('package').digest('hex');
const request = { packageUrl: 'oss://1', packageSha256: sha256 };

describe('saving versions', () => {
  let folder: string;
  let database: Database;
  let listings: ListingStore;
  let versions: VersionStore;
  let service: VersionService;
  let claimed: string[];
  let removed: string[];
  let swept: boolean;
  let manifest: { code: string; name: string; version: string; assets: object };
  let keyId: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'version-service-'));
    database = await openHostDatabase({ type: 'sqlite', file: join(folder, 'versions.db') });
    const ids = new SnowflakeIds(systemClock, 1);
    listings = new ListingStore(database, ids);
    versions = new VersionStore(database, ids);
    [claimed, removed, swept] = [[], [], false];
    manifest = { code: 'demo', name: 'Demo', version: '1.0.0', assets: {} };
    keyId = 'a'.repeat(16);
    const storage = {
      fetch: (_url: string, file: string) =>
        writeZip(file, [{ name: 'app.json', content: Buffer.from('{}') }]),
      claim: async (url: string) => {
        if (swept) throw new PlatformError({ code: 'PACKAGE_MISSING', status: 404, message: 'swept' });
        claimed.push(url);
      },
      remove: async (url: string) => void removed.push(url),
    } as unknown as PackageStorage;
    const inspector = {
      inspect: async () => ({
        ...{ manifest, manifestJson: JSON.stringify(manifest), entries: [], findings: [] },
        ...{ size: 7, md5: 'md5', sha256, signature: { state: 'signed', keyId } },
      }),
    } as unknown as PackageInspector;
    const codeKeys = new CodeKeys(database);
    const parts = { database, listings, versions, codeKeys, inspector, storage, tempDir: folder };
    service = new VersionService(parts);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('claims the package in the same transaction, so that the sweep cannot remove it', async () => {
    const { versionId } = await service.save(request, 'admin');
    expect(claimed).toEqual(['oss://1']);
    expect(await service.get(versionId)).toMatchObject({ version: '1.0.0', status: 0, publisher: 'admin' });
  });

  it.each([
    ['three times', 3, true],
    ['a fourth time', 4, false],
  ])('saves after another save was first %s: %s', async (_times, times, succeeds) => {
    const insert = () => database.raw("insert into sys_migration values ('x', '2026-01-01')");
    await insert();
    const violation = await insert().catch((error: unknown) => error);
    const transaction = vi.spyOn(database, 'transaction');
    for (let time = 0; time < times; time += 1) transaction.mockRejectedValueOnce(violation);
    const saved = service.save(request, null);
    if (succeeds) expect(await saved).toMatchObject({ versionId: expect.any(Number) as number });
    else await expect(saved).rejects.toBe(violation);
  });

  it('saves nothing of a removed package', async () => {
    swept = true;
    await expect(service.save(request, null)).rejects.toMatchObject({ code: 'PACKAGE_MISSING' });
    expect(await versions.ofApp('demo')).toEqual([]);
    expect(await listings.byCode('demo')).toBeUndefined();
  });

  it('refuses another checksum, a saved version, and an unconfirmed key', async () => {
    const saved = await service.save({ ...request, packageSha256: sha256.toUpperCase() }, null);
    const changed = { ...request, packageSha256: '0'.repeat(64) };
    await expect(service.save(changed, null)).rejects.toMatchObject({ code: 'PACKAGE_CHECKSUM' });
    await expect(service.save(request, null)).rejects.toMatchObject({
      code: 'VERSION_EXISTS',
      details: { appId: saved.appId, packageSha256: sha256, status: 0, versionId: saved.versionId },
    });
    await new CodeKeys(database).claim({ appCode: 'demo', state: 'signed', keyId });
    manifest = { ...manifest, version: '1.1.0' };
    keyId = 'b'.repeat(16);
    await expect(service.save(request, null)).rejects.toMatchObject({ code: 'PACKAGE_KEY_CHANGED' });
    const { appId } = await service.save({ ...request, confirmKey: keyId }, 'operator');
    expect(appId).toBe(saved.appId);
    await service.save({ ...request, appId, confirmKey: keyId }, null).catch(() => undefined);
    await expect(service.save({ ...request, appId: 1 }, null)).rejects.toMatchObject({
      code: 'APP_NOT_FOUND',
    });
  });

  it('deletes only pending versions, and the package with its last version', async () => {
    const first = await service.save(request, null);
    manifest = { ...manifest, version: '1.1.0' };
    const second = await service.save(request, null);
    await service.remove(first.versionId);
    expect(removed).toEqual([]);
    await versions.update(second.versionId, { status: 1 });
    await expect(service.remove(second.versionId)).rejects.toMatchObject({ code: 'VERSION_NOT_PENDING' });
    await versions.update(second.versionId, { status: 0 });
    await service.remove(second.versionId);
    expect(removed).toEqual(['oss://1']);
    await expect(service.get(second.versionId)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
  });
});
