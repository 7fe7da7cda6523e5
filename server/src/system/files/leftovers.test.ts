import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DatabaseClock, whileBackedUp, type Ids, type SqlDatabase } from '../../data/index.ts';
import { describeHostDatabases } from '../../data/testing/databases.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import type { ObjectStorage } from '../../infra/index.ts';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import { Leftovers } from './leftovers.ts';

const DAY_MS = 24 * 3_600_000;

await describeHostDatabases('design 11.8-12: removed objects', ['sqlite', 'postgres'], ({ config }) => {
  let database: SqlDatabase;
  let leftovers: Leftovers;
  /** Content in the storages. */
  const stored = new Set<string>();
  let away: string | undefined;
  let aheadMs = 0;
  let last = 0;

  const place = (storage: string, visibility: string, key: string) => `${storage} ${visibility} ${key}`;
  const storages = {
    named: (storage: string, visibility: string): Promise<ObjectStorage> => {
      const remove = async (key: string): Promise<void> => {
        if (away === storage) throw new Error('The storage is away.');
        stored.delete(place(storage, visibility, key));
      };
      return Promise.resolve({ remove } as unknown as ObjectStorage);
    },
  };
  async function store(ossId: number, tenant = '000000') {
    const objectKey = `key-${ossId}`;
    await database.unfiltered
      .insertInto('sys_oss')
      .values({
        ...{ oss_id: ossId, tenant_id: tenant, storage: 'local', object_key: objectKey, size: 1 },
        ...{ original_name: 'a.txt', content_type: 'text/plain', visibility: 'private' },
      })
      .execute();
    stored.add(place('local', 'private', objectKey));
    return { ossId, storage: 'local', objectKey };
  }
  /** Rows of objects, notes of what is left, and contents. */
  async function counts() {
    const rows = await database.unfiltered.selectFrom('sys_oss').select('oss_id').execute();
    const notes = await database.unfiltered.selectFrom('sys_oss_leftover').select('oss_id').execute();
    return [rows.length, notes.length, stored.size];
  }

  beforeAll(async () => (database = await openHostDatabase(config)));
  beforeEach(async () => {
    for (const table of ['sys_oss', 'sys_oss_leftover'] as const)
      await database.unfiltered.deleteFrom(table).execute();
    stored.clear();
    away = undefined;
    aheadMs = 0;
    const ids: Pick<Ids, 'next'> = { next: () => (last += 1) };
    const clock = new DatabaseClock(database, { now: () => systemClock.now() + aheadMs });
    leftovers = new Leftovers({ database, ids: ids as Ids, clock, storages, logger: silentLogger });
  });
  afterAll(() => database.close());

  const remove = (address: Awaited<ReturnType<typeof store>>): Promise<void> =>
    requestContext.runAs('000000', () => leftovers.remove(address));

  it('lose row and content at once', async () => {
    await remove(await store(1));
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('keep their content while a backup copies it, and lose it after that', async () => {
    const address = await store(2);
    await whileBackedUp(database, async () => {
      await remove(address);
      await leftovers.sweep();
      expect(await counts()).toEqual([0, 2, 1]);
    });
    await leftovers.sweep();
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('keep it until the transaction has ended that removes them, and for good when it fails', async () => {
    const address = await store(3);
    const failing = database.transaction(async () => {
      await remove(address);
      expect(stored.size).toBe(1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await counts()).toEqual([1, 0, 1]);
    await database.transaction(() => remove(address));
    await expect.poll(counts).toEqual([0, 0, 0]);
  });

  it('lose it later where the storage is away, and are noted once', async () => {
    const address = await store(4);
    const other = { ...(await store(5)), storage: 'attic' };
    away = 'local';
    await expect(remove(address)).rejects.toThrow('away');
    await expect(remove(address)).rejects.toThrow('away');
    await leftovers.note(other, ['private'], 0);
    await leftovers.sweep();
    // Files in another storage do not wait.
    expect(await counts()).toEqual([1, 2, 2]);
    away = undefined;
    await leftovers.sweep();
    expect(await counts()).toEqual([1, 0, 1]);
  });

  it('of a moved file: the old copy stays for its time, and goes at once with the file', async () => {
    const moved = await store(6);
    const old = { ...moved, storage: 'attic' };
    stored.add(place('attic', 'private', moved.objectKey));
    await leftovers.note(old, ['private'], DAY_MS);
    await leftovers.sweep();
    expect(await counts()).toEqual([1, 1, 2]);
    await remove(moved);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('of a moved file: the old copy goes when it is due, and stays where the file is back', async () => {
    const back = await store(7, 'other');
    const gone = { ossId: 8, storage: 'local', objectKey: 'key-8' };
    stored.add(place('local', 'private', 'key-8'));
    for (const each of [back, gone]) await leftovers.note(each, ['private'], DAY_MS);
    aheadMs = DAY_MS + 1000;
    await leftovers.keep(gone.ossId, 'local', DAY_MS);
    await requestContext.runAs('000000', () => leftovers.sweep());
    expect(await counts()).toEqual([1, 1, 2]);
    aheadMs += DAY_MS + 1000;
    await leftovers.sweep();
    expect(await counts()).toEqual([1, 0, 1]);
  });
});
