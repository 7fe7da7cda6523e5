import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { systemClock } from '../../kernel/index.ts';
import { PackageRecords } from './package-records.ts';
import { VersionStore } from './version-store.ts';

await describeHostDatabases('the records of packages', ({ config }) => {
  let database: Awaited<ReturnType<typeof openHostDatabase>>;
  let records: PackageRecords;
  const ids = new SnowflakeIds(systemClock, 1);
  const unused = async () => (await records.unused(0)).map(({ packageUrl }) => packageUrl);
  const add = () => records.add({ ossId: ids.next(), storage: 'local', objectKey: 'a/b.zip' });
  const saveVersionOf = (packageUrl: string) => {
    const text = {
      appCode: 'demo',
      version: `1.0.${ids.next()}`,
      packageMd5: '',
      packageSha256: '',
      manifestJson: '{}',
    };
    const nothing = { releaseNotes: null, signerKeyId: null, publisher: null };
    const content = { files: [], scripts: [], signature: null, warnings: [] };
    return new VersionStore(database, ids).insert(
      { ...text, ...nothing, appId: 1, packageUrl, packageSize: 1, signatureState: 'signed' },
      content,
    );
  };
  beforeAll(async () => {
    database = await openHostDatabase(config);
    records = new PackageRecords(database, systemClock);
  });
  afterAll(() => database.close());

  it('list unreferenced packages that are old enough or whose removal has started', async () => {
    const [kept, lost] = [await add(), await add()];
    await saveVersionOf(kept);
    expect(await unused()).toEqual([lost]);
    expect(await records.unused(60_000)).toEqual([]);
    const [record] = await records.unused(0);
    if (!record) throw new Error('There is no record.');
    expect(await records.beginRemoval(record)).toBe(true);
    expect(await records.unused(60_000)).toEqual([record]);
    expect(await records.claim(lost)).toBe(false);
    await records.remove(lost);
    expect(await records.find(lost)).toBeUndefined();
  });

  it('keep a package that a version refers to, whatever its claims', async () => {
    const url = await add();
    await saveVersionOf(url);
    const record = await records.find(url);
    if (!record) throw new Error('There is no record.');
    expect(await records.beginRemoval(record)).toBe(false);
    expect(await records.claim(url)).toBe(true);
  });

  it('keep a claimed package during and after the transaction of the save', async () => {
    const url = await add();
    const [before] = await records.unused(0);
    if (!before) throw new Error('There is no record.');
    let removal: Promise<boolean> | undefined;
    const outside = AsyncLocalStorage.snapshot();
    await database.transaction(async () => {
      expect(await records.claim(url)).toBe(true);
      removal = outside(() => records.beginRemoval(before));
      await saveVersionOf(url);
    });
    expect(await removal).toBe(false);
    expect(await unused()).toEqual([]);
  });

  it('refuse a removal decided before a claim, even of an unreferenced package', async () => {
    const url = await add();
    const before = await records.find(url);
    if (!before) throw new Error('There is no record.');
    expect(await records.claim(url)).toBe(true);
    expect(await records.beginRemoval(before)).toBe(false);
    const claimed = await records.find(url);
    expect(claimed?.claims).toBe(before.claims + 1);
    expect(await records.beginRemoval(claimed ?? before)).toBe(true);
    expect(await records.claim(url)).toBe(false);
  });
});
