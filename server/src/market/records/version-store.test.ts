import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { Database } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { systemClock } from '../../kernel/index.ts';
import {
  DEPRECATED,
  manifestOf,
  PUBLISHED,
  UNLISTED,
  VersionStore,
  type NewVersion,
} from './version-store.ts';

const content = { icon: null, files: [], scripts: [], signature: null, warnings: [] };
const warned = { ...content, warnings: [{ code: 'FILE_ODD', message: 'Odd.' }] };

describe('the records of versions', () => {
  let database: Database;
  let store: VersionStore;

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    store = new VersionStore(database, new SnowflakeIds(systemClock, 1));
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query.deleteFrom('app_version').execute();
    await database.query.deleteFrom('app_version_content').execute();
  });
  const insert = (appCode: string, version: string, change: Partial<NewVersion> = {}) =>
    store.insert(
      {
        ...{ appId: 1, appCode, version, releaseNotes: 'New.', packageUrl: `oss://${version}` },
        ...{ packageSize: 5, packageMd5: 'm', packageSha256: 's', manifestJson: '{"code":"x"}' },
        ...{ signatureState: 'signed', signerKeyId: null, publisher: 'p', ...change },
      },
      content,
    );
  const published = (id: number, releaseTime: string, status: 1 | 2 | 3 = PUBLISHED) =>
    store.update(id, { status, release_time: releaseTime });
  const ids = (versions: ReadonlyArray<{ versionId: number }>) => versions.map(({ versionId }) => versionId);

  it('are found as they were saved', async () => {
    const id = await insert('demo', '1.0.0', { signerKeyId: 'k' });
    const version = await store.byId(id);
    expect(version).toMatchObject({
      ...{ versionId: id, appId: 1, appCode: 'demo', version: '1.0.0', status: 0, releaseTime: null },
      ...{ releaseNotes: 'New.', packageUrl: 'oss://1.0.0', packageSize: 5, packageMd5: 'm' },
      ...{ packageSha256: 's', signatureState: 'signed', signerKeyId: 'k', publisher: 'p' },
    });
    expect(version && manifestOf(version)).toEqual({ code: 'x' });
    expect(await store.find('demo', '1.0.0')).toEqual(version);
    expect([await store.find('demo', '1.0.1'), await store.find('other', '1.0.0')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await store.isPackageUsed('oss://1.0.0')).toBe(true);
    expect(await store.isPackageUsed('oss://2.0.0')).toBe(false);
  });

  it('of an application begin with the latest saved', async () => {
    const first = await insert('demo', '2.0.0');
    await insert('other', '1.0.0');
    const second = await insert('demo', '1.0.0');
    expect(ids(await store.ofApp('demo'))).toEqual([second, first]);
  });

  it('on offer are the published and the deprecated ones, the latest published first', async () => {
    const [early, late, same] = [
      await insert('demo', '1.0.0'),
      await insert('demo', '1.1.0'),
      await insert('other', '1.0.0'),
    ];
    const unlisted = await insert('demo', '1.2.0');
    await insert('demo', '1.3.0');
    await published(late, '2026-01-02');
    await published(early, '2026-01-01', DEPRECATED);
    await published(same, '2026-01-01');
    await published(unlisted, '2026-01-03', UNLISTED);
    expect(ids(await store.onOffer(10))).toEqual([late, same, early]);
    expect(ids(await store.onOffer(1))).toEqual([late]);
  });

  it('are found by several codes and versions', async () => {
    await insert('demo', '1.0.0');
    await insert('other', '2.0.0');
    const found = await store.manifests([
      { appCode: 'demo', version: '1.0.0' },
      { appCode: 'other', version: '2.0.0' },
      { appCode: 'gone', version: '1.0.0' },
    ]);
    expect([...found.keys()].toSorted()).toEqual(['demo@1.0.0', 'other@2.0.0']);
    expect(found.get('other@2.0.0')).toMatchObject({ appCode: 'other' });
    expect((await store.manifests([])).size).toBe(0);
  });

  it('are counted by the keys that signed them', async () => {
    await insert('demo', '1.0.0', { signerKeyId: 'k' });
    await insert('demo', '1.1.0', { signerKeyId: 'k' });
    await insert('demo', '1.2.0', { signerKeyId: 'l' });
    await insert('demo', '1.3.0');
    expect([...(await store.countBySigner())].toSorted()).toEqual([
      ['k', 2],
      ['l', 1],
    ]);
  });

  it('lose their content with them', async () => {
    const [gone, kept] = [await insert('demo', '1.0.0'), await insert('demo', '1.1.0')];
    await store.contents.save(gone, warned);
    expect(await store.contents.find(gone)).toEqual(warned);
    await store.remove(gone);
    expect([await store.byId(gone), await store.contents.find(gone)]).toEqual([undefined, undefined]);
    expect([(await store.byId(kept))?.version, await store.contents.find(kept)]).toEqual(['1.1.0', content]);
  });

  it('are listed with the warnings about their content', async () => {
    const [odd, fine, other] = [
      await insert('demo', '1.0.0'),
      await insert('demo', '1.1.0'),
      await insert('demo', '1.2.0'),
    ];
    for (const id of [odd, other]) await store.contents.save(id, warned);
    expect([...(await store.contents.warningsOf([odd, fine]))]).toEqual([[odd, warned.warnings]]);
    expect((await store.contents.warningsOf([])).size).toBe(0);
  });
});
