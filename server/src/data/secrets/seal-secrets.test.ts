import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PlatformKey } from '../identity/platform-key.ts';
import type { SqlDatabase } from '../sql-database.ts';
import { describeHostDatabases } from '../testing/databases.ts';
import { openHostDatabase } from '../testing/open.ts';
import { sealSecrets } from './seal-secrets.ts';
import { isSealed, SecretBox } from './secret-box.ts';
import { configPlace, factorPlace, storagePlace } from './secret-columns.ts';

const first = new PlatformKey('a'.repeat(43));
const second = new PlatformKey('b'.repeat(43));
const SECRET = 'Zebra-7-xylophone';
/** More than two batches. */
const ROWS = 450;

await describeHostDatabases('stored secrets', ({ config }) => {
  let database: SqlDatabase;
  beforeAll(async () => void (database = await openHostDatabase(config)));
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.raw('delete from sys_config');
    await database.raw('delete from sys_oss_config');
  });

  const insert = (id: number, category: string, value: string, tenantId = 'acme') =>
    database.unfiltered
      .insertInto('sys_config')
      .values({
        config_id: id,
        tenant_id: tenantId,
        config_key: `mail.key${id}`,
        config_value: value,
        config_category: category,
      })
      .execute();
  const insertStorage = (value: string) =>
    database.unfiltered
      .insertInto('sys_oss_config')
      .values({ oss_config_id: 1, config_key: 's3', storage_type: 's3', secret_key: value, status: 0 })
      .execute();
  const values = async (): Promise<string[]> => {
    const rows = await database.unfiltered
      .selectFrom('sys_config')
      .select('config_value')
      .orderBy('config_id')
      .execute();
    return rows.map((row) => row.config_value ?? '');
  };
  const placeOf = (configId: number) =>
    configPlace({ configId, tenantId: 'acme', configKey: `mail.key${configId}` });

  it('are encrypted in every tenant, once; other values stay', async () => {
    await insert(1, 'mail.private', SECRET);
    await insert(2, 'mail', SECRET);
    await insert(3, 'mail.private', '', '000000');
    await insertStorage(SECRET.repeat(20));
    const box = new SecretBox(first);
    expect(await sealSecrets(database, box)).toEqual({ written: 2, unreadable: [] });
    const after = await values();
    expect(after.map(isSealed)).toEqual([true, false, false]);
    expect(box.open(after[0] ?? '', placeOf(1))).toBe(SECRET);
    const { secret_key } = await database.unfiltered
      .selectFrom('sys_oss_config')
      .select('secret_key')
      .executeTakeFirstOrThrow();
    expect(box.open(secret_key ?? '', storagePlace(1, 's3'))).toBe(SECRET.repeat(20));
    expect(await sealSecrets(database, box)).toEqual({ written: 0, unreadable: [] });
    expect(await values()).toEqual(after);
  });

  it('of authenticators are rewritten with a new key, and bound to their user', async () => {
    await database.unfiltered.insertInto('sys_user_factor').values({ user_id: 7, secret: 'PLAIN' }).execute();
    const stored = async () =>
      (await database.unfiltered.selectFrom('sys_user_factor').select('secret').executeTakeFirstOrThrow())
        .secret;
    const box = new SecretBox(first);
    await sealSecrets(database, box);
    const sealed = await stored();
    expect(box.open(sealed, factorPlace(7))).toBe('PLAIN');
    expect(() => box.open(sealed, factorPlace(8))).toThrow(
      expect.objectContaining({ code: 'SECRET_UNREADABLE' }),
    );
    const next = new SecretBox(second, [first]);
    await sealSecrets(database, next, { renew: true });
    expect(new SecretBox(second).open(await stored(), factorPlace(7))).toBe('PLAIN');
    await database.raw('delete from sys_user_factor');
  });

  it('have room when they are as long as the API permits', async () => {
    await insertStorage('字'.repeat(500));
    await insert(1, 'mail.private', 'x'.repeat(65_535));
    expect(await sealSecrets(database, new SecretBox(first))).toMatchObject({ written: 2 });
    expect(await sealSecrets(database, new SecretBox(second, [first]), { renew: true })).toMatchObject({
      written: 2,
      unreadable: [],
    });
  });

  it('leave no byte in the file of the embedded database', async () => {
    if (config.type !== 'sqlite') return;
    for (let id = 1; id <= 20; id += 1) await insert(id, 'mail.private', SECRET.repeat(id * 40));
    await database.raw('delete from sys_config where config_id > 15');
    expect((await readFile(`${config.file}-wal`)).includes(SECRET)).toBe(true);
    await sealSecrets(database, new SecretBox(first), { erase: true });
    for (const end of ['', '-wal']) {
      expect((await readFile(`${config.file}${end}`)).includes(SECRET), end).toBe(false);
    }
  });

  it('are rewritten after an interruption, with the rest of the batches', async () => {
    await database.unfiltered
      .insertInto('sys_config')
      .values(
        Array.from({ length: ROWS }, (_, at) => ({
          config_id: at + 1,
          tenant_id: 'acme',
          config_key: `mail.key${at + 1}`,
          config_value: `${SECRET}${at}`,
          config_category: 'mail.private',
        })),
      )
      .execute();
    await sealSecrets(database, new SecretBox(first));
    const both = new SecretBox(second, [first]);
    const stop = (): void => {
      throw new Error('power cut');
    };
    await expect(sealSecrets(database, both, { renew: true, progress: stop })).rejects.toThrow('power cut');
    const half = await values();
    expect(half.filter((text) => both.isOutdated(text))).toHaveLength(250);
    expect(await sealSecrets(database, both, { renew: true })).toEqual({ written: 250, unreadable: [] });
    const alone = new SecretBox(second);
    const read = (await values()).map((text, at) => alone.open(text, placeOf(at + 1)));
    expect(read).toEqual(Array.from({ length: ROWS }, (_, at) => `${SECRET}${at}`));
  });

  it('stay as they are when their key is missing, and are named', async () => {
    await insert(1, 'mail.private', new SecretBox(second).seal(SECRET, placeOf(1)));
    await insert(2, 'mail.private', SECRET);
    const before = await values();
    const { written, unreadable } = await sealSecrets(database, new SecretBox(first), { renew: true });
    expect(written).toBe(1);
    expect(unreadable.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^SECRET_UNREADABLE .*mail\.key1 of the tenant acme/),
    ]);
    expect((await values())[0]).toBe(before[0]);
  });

  it('are only counted by a dry run', async () => {
    await insert(1, 'mail.private', SECRET);
    const raw = vi.spyOn(database, 'raw');
    const options = { dryRun: true, erase: true };
    expect(await sealSecrets(database, new SecretBox(first), options)).toMatchObject({ written: 0 });
    // Neither is the file of an embedded database written again.
    expect(raw).not.toHaveBeenCalled();
    raw.mockRestore();
    expect(await values()).toEqual([SECRET]);
  });
});
