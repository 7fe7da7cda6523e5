import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import type { StoredObjects } from '../../system/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { PackageRecord, PackageRecords } from '../records/package-records.ts';
import { PackageStorage, withTempFolder } from './package-storage.ts';

const record: PackageRecord = {
  ...{ packageUrl: 'oss://7', ossId: 7, storage: 'local', objectKey: 'a.zip', claims: 0 },
};
const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('the storage of packages', () => {
  let folder: string;
  let calls: unknown[][];
  let lines: LogLine[];
  /** Answers or errors of the objects and the records. */
  let answers: Record<string, unknown>;
  let storage: PackageStorage;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-storage-'));
    calls = [];
    lines = [];
    answers = {
      ...{ add: record.packageUrl, claim: true, find: record, beginRemoval: true },
      plan: { ossId: 7, storage: 'local', objectKey: 'a.zip' },
    };
    const fake = <T>(...ofPlatform: readonly string[]): T =>
      new Proxy(
        {},
        {
          get:
            (_target, name: string) =>
            async (...given: unknown[]) => {
              calls.push([name, ...given]);
              if (ofPlatform.includes(name)) expect(requestContext.current()?.tenantId).toBe(DEFAULT_TENANT);
              if (answers[name] instanceof Error) throw answers[name];
              return answers[name];
            },
        },
      ) as T;
    storage = new PackageStorage({
      objects: fake<StoredObjects>('plan', 'store', 'download', 'remove', 'removePlanned'),
      records: fake<PackageRecords>('add'),
      clock: { now: () => 10_000 },
      logger: collectingLogger(lines),
    });
  });
  afterEach(() => rm(folder, { recursive: true }));
  const called = () => calls.map(([name]) => name);

  it('records a package before it writes it', async () => {
    const file = join(folder, 'a.zip');
    await writeFile(file, 'PK');
    expect(await storage.put(file, 'hello-1.0.0.zip')).toBe('oss://7');
    expect(called()).toEqual(['plan', 'add', 'store']);
    expect(calls[0]?.[1]).toEqual({ name: 'hello-1.0.0.zip', type: 'application/zip' });
    const [, planned, content] = calls[2] as [string, unknown, () => Readable];
    expect(planned).toBe(answers['plan']);
    expect(await content().toArray()).toEqual([Buffer.from('PK')]);
  });

  it('fetches a package into a file, or a part of it', async () => {
    answers['download'] = Readable.from(['PK']);
    await storage.fetch('oss://7', join(folder, 'b.zip'));
    expect(await readFile(join(folder, 'b.zip'), 'utf8')).toBe('PK');
    await storage.open('oss://7', { start: 1, end: 1 });
    expect(calls).toEqual([
      ['download', 7, undefined],
      ['download', 7, { start: 1, end: 1 }],
    ]);
  });

  it.each(['OBJECT_NOT_FOUND', 'ENOENT'])('explains that a package is missing: %s', async (code) => {
    answers['download'] = coded(code);
    const missing = { code: 'PACKAGE_MISSING', status: 404, cause: answers['download'] };
    await expect(storage.open('oss://7')).rejects.toMatchObject(missing);
    await expect(storage.fetch('oss://7', join(folder, 'b.zip'))).rejects.toMatchObject(missing);
  });

  it('asks the storage for no other address, and passes its other errors on', async () => {
    for (const url of ['https://x/7', 'oss://0', 'oss://x'])
      await expect(storage.open(url)).rejects.toMatchObject({ code: 'PACKAGE_MISSING', status: 404 });
    expect(calls).toEqual([]);
    answers['download'] = coded('STORAGE_UNAVAILABLE');
    await expect(storage.open('oss://7')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  it('explains a package that breaks off or vanishes while it is read', async () => {
    answers['download'] = new Readable({ read: () => undefined }).destroy(coded('ENOENT'));
    await expect(storage.fetch('oss://7', join(folder, 'b.zip'))).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
    });
  });

  it('claims only what is there', async () => {
    await storage.claim('oss://7');
    answers['claim'] = false;
    await expect(storage.claim('oss://7')).rejects.toMatchObject({ code: 'PACKAGE_MISSING', status: 404 });
  });

  it('removes the object before its record, unless a version refers to it', async () => {
    expect(await storage.removeUnused(record)).toBe(true);
    expect(calls).toEqual([
      ['beginRemoval', record],
      ['removePlanned', record],
      ['remove', 'oss://7'],
    ]);
    calls = [];
    answers['beginRemoval'] = false;
    expect(await storage.removeUnused(record)).toBe(false);
    expect(called()).toEqual(['beginRemoval']);
  });

  it('removes a package with its record, or an object without one', async () => {
    await storage.remove('oss://7');
    expect(called()).toEqual(['find', 'beginRemoval', 'removePlanned', 'remove']);
    calls = [];
    answers['find'] = undefined;
    await storage.remove('oss://7');
    await storage.remove('https://x/7');
    expect(calls).toEqual([
      ['find', 'oss://7'],
      ['remove', 7],
      ['find', 'https://x/7'],
    ]);
    expect(lines).toEqual([]);
  });

  it('leaves what it cannot remove to the sweep', async () => {
    answers['removePlanned'] = coded('STORAGE_UNAVAILABLE');
    await storage.remove('oss://7');
    expect(called()).not.toContain('remove');
    expect(lines).toMatchObject([
      { level: 'warn', fields: { packageUrl: 'oss://7', error: { code: 'STORAGE_UNAVAILABLE' } } },
    ]);
    await expect(storage.removeUnused(record)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  it('clears partial objects by their age', async () => {
    await storage.clearPartial(1_000);
    expect(calls).toEqual([['clearPartial', 9_000]]);
  });

  it('removes a temporary folder after the work, however it ends', async () => {
    const temp = join(folder, 'new/temp');
    const work = async (own: string): Promise<string> => {
      await writeFile(join(own, 'a'), '');
      return own;
    };
    const [first, second] = [await withTempFolder(temp, work), await withTempFolder(temp, work)];
    expect(first).not.toBe(second);
    const broken = withTempFolder(temp, (own) => work(own).then(() => Promise.reject(new Error('no'))));
    await expect(broken).rejects.toThrow('no');
    expect(await readdir(temp)).toEqual([]);
  });
});
