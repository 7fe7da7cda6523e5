import { afterAll, beforeAll, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { systemClock } from '../../kernel/index.ts';
import { ListingStore } from '../records/listing-store.ts';
import { CodeKeys } from './code-keys.ts';
import { VersionStates } from './version-states.ts';
import { VersionStore } from '../records/version-store.ts';

await describeHostDatabases('versions that are published at once', ({ config }) => {
  let database: Awaited<ReturnType<typeof openHostDatabase>>;
  let listings: ListingStore;
  let versions: VersionStore;
  let states: VersionStates;
  const ids = new SnowflakeIds(systemClock, 2);
  beforeAll(async () => {
    database = await openHostDatabase(config);
    listings = new ListingStore(database, ids);
    versions = new VersionStore(database, ids);
    const codeKeys = new CodeKeys(database);
    states = new VersionStates({ database, clock: systemClock, listings, versions, codeKeys });
  });
  afterAll(() => database.close());

  const content = { files: [], scripts: [], signature: null, warnings: [] };
  const nothing = { description: null, icon: null, category: null, author: null, homepage: null };
  /**
   * A listing with pending versions 1.0.0, 1.1.0, …, each signed with one of these keys.
   *
   * @returns their ids
   */
  const pending = async (appCode: string, keys: readonly string[]) => {
    const appId = await listings.insert(appCode, { name: appCode, ...nothing });
    const saved: number[] = [];
    for (const [minor, signerKeyId] of keys.entries()) {
      const version = {
        appId,
        appCode,
        version: `1.${minor}.0`,
        signerKeyId,
        signatureState: 'signed',
      } as const;
      const stored = {
        packageUrl: 'oss://1',
        packageSize: 1,
        packageMd5: '',
        packageSha256: '',
        manifestJson: '{}',
      };
      saved.push(
        await versions.insert({ ...version, ...stored, releaseNotes: null, publisher: null }, content),
      );
    }
    return { appId, saved };
  };
  const keysOf = (appCode: string) =>
    database.query.selectFrom('app_code_key').select('key_id').where('app_code', '=', appCode).execute();

  it('publishes all of them, with the highest as the latest, and records their key once', async () => {
    const { appId, saved } = await pending('same', Array<string>(6).fill('0123456789abcdef'));
    await Promise.all(saved.map((versionId) => states.publish(versionId)));
    expect((await listings.byId(appId))?.latestVersion).toBe('1.5.0');
    expect(await keysOf('same')).toHaveLength(1);
  });

  it('gives the code to one of several keys and refuses the others', async () => {
    const keys = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
    const { saved } = await pending('other', keys);
    const outcomes = await Promise.allSettled(saved.map((versionId) => states.publish(versionId)));
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(refused).toHaveLength(3);
    for (const error of refused) expect(error).toMatchObject({ code: 'PACKAGE_KEY_CHANGED', status: 409 });
    expect(await keysOf('other')).toHaveLength(1);
  });
});
