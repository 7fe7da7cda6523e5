import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ForeignS3 } from '../testing/foreign-s3.ts';
import { S3TestServer } from '../testing/s3-server.ts';
import { createObjectStorage } from './create.ts';
import { storageUnavailable } from './failures.ts';
import { assertKey } from './keys.ts';
import type { ObjectStorage } from './object-storage.ts';

interface Fixture {
  readonly storage: ObjectStorage;
  /** Uploads that did not come to an end; undefined where nobody can tell. */
  readonly leftovers: (() => Promise<number>) | undefined;
  /** A storage of the same kind that cannot be used. */
  readonly unusable: ObjectStorage;
  close(): Promise<void>;
}

const messageOf = (error: unknown): string => (error as Error).message;

const fixtures: Record<string, () => Promise<Fixture>> = {
  local: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'platform-storage-'));
    await writeFile(join(directory, 'file'), '');
    const root = join(directory, 'objects');
    return {
      storage: await createObjectStorage({ type: 'local', directory: root, publicUrl: '/upload/' }),
      unusable: await createObjectStorage({
        type: 'local',
        directory: join(directory, 'file'),
        publicUrl: '/upload',
      }),
      leftovers: async () => (await readdir(join(root, '.incoming'))).length,
      close: () => rm(directory, { recursive: true }),
    };
  },
  s3: async () => {
    const server = new S3TestServer();
    const endpoint = await server.listen();
    const config = { type: 's3', bucket: server.bucket, endpoint, accessKey: 'a', secretKey: 's' } as const;
    return {
      storage: await createObjectStorage({ ...config, prefix: 'tenant/' }),
      unusable: await createObjectStorage({ ...config, bucket: 'elsewhere' }),
      leftovers: async () => server.uploads.size,
      close: () => server.close(),
    };
  },
  'of another maker': async () => {
    const server = await ForeignS3.start();
    const { accessKey, bucket, endpoint, secretKey } = server;
    const config = { type: 's3', bucket, endpoint, accessKey, secretKey } as const;
    return {
      storage: await createObjectStorage({ ...config, prefix: 'tenant/' }),
      unusable: await createObjectStorage({ ...config, bucket: 'elsewhere' }),
      // It has no request that takes parts back.
      leftovers: undefined,
      close: () => server.close(),
    };
  },
};

describe.each(Object.entries(fixtures))('object storage %s', (name, make) => {
  let fixture: Fixture;
  let storage: ObjectStorage;
  const read = async (key: string, range?: { start: number; end?: number }): Promise<string> =>
    (await buffer(await storage.get(key, range))).toString();

  beforeAll(async () => {
    fixture = await make();
    storage = fixture.storage;
    await storage.check();
  });
  afterAll(() => fixture.close());

  it('stores bytes and streams, and returns size and etag', async () => {
    const stored = await storage.put('a/b c/é.txt', Buffer.from('hello world'), {
      contentType: 'text/plain',
    });
    expect(stored.size).toBe(11);
    expect(stored.etag).not.toBe('');
    expect(await storage.stat('a/b c/é.txt')).toEqual(stored);
    expect(await read('a/b c/é.txt')).toBe('hello world');
    await storage.put('stream', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(await read('stream')).toBe('one two');
    expect(await storage.put('empty', Buffer.alloc(0))).toMatchObject({ size: 0 });
    expect(await read('empty')).toBe('');
  });

  it('stores content larger than a part, of unknown length', async () => {
    const content = randomBytes(11 * 1024 * 1024);
    const chunks = Array.from({ length: 11 }, (_, index) =>
      content.subarray(index * 1024 * 1024, (index + 1) * 1024 * 1024),
    );
    expect(await storage.put('large', Readable.from(chunks))).toMatchObject({ size: content.length });
    expect((await buffer(await storage.get('large'))).equals(content)).toBe(true);
  });

  it('reads ranges', async () => {
    await storage.put('range', Buffer.from('0123456789'));
    expect(await read('range', { start: 2, end: 4 })).toBe('234');
    expect(await read('range', { start: 7 })).toBe('789');
    await expect(storage.get('range', { start: 10 })).rejects.toMatchObject({ code: 'OBJECT_RANGE_INVALID' });
  });

  it('replaces and removes', async () => {
    const first = await storage.put('again', Buffer.from('1'));
    const second = await storage.put('again', Buffer.from('22'));
    expect(second.etag).not.toBe(first.etag);
    expect(await read('again')).toBe('22');
    await storage.remove('again');
    await storage.remove('again');
    expect(await storage.stat('again')).toBeUndefined();
    await expect(storage.get('again')).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 404 });
  });

  it('keeps nothing of an interrupted stream, and reports its cause', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(6 * 1024 * 1024);
        await Promise.resolve();
        throw new Error('connection lost');
      })(),
    );
    await expect(storage.put('broken', broken)).rejects.toThrow('connection lost');
    expect(await storage.stat('broken')).toBeUndefined();
    expect((await fixture.leftovers?.()) ?? 0).toBe(0);
  });

  it('findings: security 4: handles a source that fails before it is read, and one that the storage refuses', async () => {
    const gone = createReadStream('/nowhere/at/all');
    await expect(storage.put('gone', gone)).rejects.toThrow('ENOENT');
    expect((await fixture.leftovers?.()) ?? 0).toBe(0);
    const open = createReadStream(fileURLToPath(import.meta.url));
    await expect(fixture.unusable.put('a', open)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(open.destroyed).toBe(true);
  });

  it('returns addresses that browsers can load', async () => {
    await storage.put('pages/ä b.txt', Buffer.from('x'));
    const url = await storage.url('pages/ä b.txt');
    if (name === 'local') expect(url).toBe('/upload/pages/%C3%A4%20b.txt');
    else expect(await (await fetch(url)).text()).toBe('x');
  });

  it('refuses keys that leave the storage', async () => {
    for (const key of ['', '/a', '../a', 'a/../b', 'a//b', 'a\\b', 'a\0b', './a', 'a/', '.incoming/a']) {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'OBJECT_KEY_INVALID' });
    }
  });

  it('explains why it cannot be used', async () => {
    const unavailable = { code: 'STORAGE_UNAVAILABLE', status: 503 };
    await expect(fixture.unusable.check()).rejects.toMatchObject(unavailable);
    await expect(fixture.unusable.put('a', Buffer.from('x'))).rejects.toMatchObject(unavailable);
  });

  it('findings: security 18: shows no path or address of the server in errors', async () => {
    const failures = await Promise.all([
      fixture.unusable.check().catch(messageOf),
      fixture.unusable.put('secret-key', Buffer.from('x')).catch(messageOf),
      storage.get('secret-key').catch(messageOf),
      storage.get('range', { start: 100 }).catch(messageOf),
    ]);
    for (const message of failures) {
      expect(message).toMatch(/ /);
      expect(message).not.toMatch(/secret-key|platform-storage|127\.0\.0\.1|\/tmp|elsewhere/);
    }
  });
});

it.each([
  [{ code: 'ENOTFOUND' }, 'its host name is not known (ENOTFOUND)'],
  [{ name: 'NoSuchBucket' }, 'it has no such bucket (NoSuchBucket)'],
  [{ code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' }, 'ENOSPC, no space left on device'],
])('says in words why a storage cannot be used: %j', (cause, reason) => {
  expect(storageUnavailable('The S3 storage', Object.assign(new Error('x'), cause))).toMatchObject({
    message: `The S3 storage cannot be used: ${reason}.`,
    details: { params: { reason } },
  });
});

describe('keys of objects', () => {
  it('never leave the storage, whatever the key', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '..', '.', '', 'b c', '\\', 'é')), (segments) => {
        const key = segments.join('/');
        try {
          assertKey(key);
        } catch {
          return;
        }
        expect(join('/root', key).startsWith('/root/')).toBe(true);
        expect(key.split('/')).not.toContain('..');
      }),
    );
  });
});

it('design 11.8-17: signs addresses only for a bucket that browsers can reach', async () => {
  const server = new S3TestServer();
  const endpoint = await server.listen();
  const config = { type: 's3', bucket: server.bucket, endpoint, accessKey: 'a', secretKey: 's' } as const;
  const options = { seconds: 60, name: 'ä".txt', type: 'text/plain', inline: false };
  const within = await createObjectStorage({ ...config, endpoint: 'http://minio.internal:9000' });
  expect(await within.presigned?.('a', options)).toBeUndefined();
  const reached = await createObjectStorage({ ...config, publicEndpoint: endpoint, prefix: 'private/' });
  await reached.put('a', Buffer.from('x'));
  const url = new URL((await reached.presigned?.('a', options)) ?? '');
  expect(url.pathname).toBe(`/${server.bucket}/private/a`);
  expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
  expect(url.searchParams.get('response-content-disposition')).toContain("filename*=UTF-8''%C3%A4%22.txt");
  expect(await (await fetch(url)).text()).toBe('x');
  await reached.close();
  await server.close();
});
