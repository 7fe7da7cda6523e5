import { readdir, readFile } from 'node:fs/promises';
import { OssService } from '@platform/plugin-sdk/oss';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION_SERVICES } from '../../infra/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { dataOf, type Client, type TestHost } from '../testing/host.ts';
import { startTwoTenants } from '../testing/two-tenants.ts';

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
});
afterAll(() => host.stop());

const upload = (
  client: Client,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = 'text/plain',
) => {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return client('POST', '/resource/oss/upload', form);
};
const ossOf = (code: string) => host.services.use(APPLICATION_SERVICES).find(OssService, code) as OssService;
const storageId = async (configKey: string): Promise<number> => {
  const { rows = [] } = (await admin('GET', '/system/ossConfig/list')).body;
  return Number(rows.find((row) => row['configKey'] === configKey)?.['ossConfigId']);
};
const setStatus = async (configKey: string, status: 0 | 1) =>
  admin('PUT', `/system/ossConfig/${await storageId(configKey)}/status`, { status });

interface Stored {
  ossId: number;
  url: string;
  name: string;
  size: number;
}

describe('storages', () => {
  it('spec: Records kept by the host/are all disabled by default, and uploads fail with the page to visit', async () => {
    const { rows = [] } = (await admin('GET', '/system/ossConfig/list')).body;
    expect(rows.map((row) => [row['configKey'], row['status']])).toEqual([
      ['local', 0],
      ['s3', 0],
    ]);
    const answer = await upload(admin, 'a.bin', new Uint8Array(8 * 1024 * 1024));
    expect(answer.body).toMatchObject({ code: 503, error: 'STORAGE_DISABLED' });
    expect(answer.body.fix).toContain('File storage');
  });

  it('accept secrets and never return them', async () => {
    const secret = { ossConfigId: await storageId('s3'), accessKey: 'id', secretKey: 'very-secret-value' };
    expect((await admin('PUT', '/system/ossConfig', secret)).status).toBe(200);
    await admin('PUT', '/system/ossConfig', {
      ossConfigId: secret.ossConfigId,
      region: 'eu-1',
      secretKey: '',
    });
    const view = await admin('GET', `/system/ossConfig/${secret.ossConfigId}`);
    expect(dataOf(view)).toMatchObject({ accessKey: 'id', hasSecretKey: true, region: 'eu-1' });
    expect(view.text).not.toContain('very-secret-value');
    const log = async () => (await admin('GET', '/system/operLog/list?title=storage')).text;
    await expect.poll(log).toContain('Change a storage');
    expect(await log()).not.toContain('very-secret-value');
  });

  it('are enabled only if they respond, one at a time', async () => {
    const change = { ossConfigId: await storageId('s3'), endpoint: 'http://127.0.0.1:9' };
    await admin('PUT', '/system/ossConfig', change);
    expect((await setStatus('s3', 1)).body).toMatchObject({ code: 503, error: 'STORAGE_UNAVAILABLE' });
    expect((await setStatus('local', 1)).status).toBe(200);
    const other = { configKey: 'second', storageType: 'local', prefix: 'second/' };
    const { ossConfigId } = dataOf<{ ossConfigId: number }>(await admin('POST', '/system/ossConfig', other));
    expect((await admin('POST', '/system/ossConfig', other)).body.error).toBe('STORAGE_NAME_TAKEN');
    expect((await setStatus('second', 1)).status).toBe(200);
    expect(dataOf(await admin('GET', `/system/ossConfig/${await storageId('local')}`))).toMatchObject({
      status: 0,
    });
    expect((await admin('DELETE', `/system/ossConfig/${ossConfigId}`)).body.error).toBe('STORAGE_IN_USE');
    await setStatus('local', 1);
    expect((await admin('DELETE', `/system/ossConfig/${ossConfigId}`)).status).toBe(200);
  });

  it("can be managed by the platform's tenant only", async () => {
    expect((await boss('GET', '/system/ossConfig/list')).status).toBe(403);
  });
});

/** The only file in a folder of the data directory. */
const only = async (folder: string): Promise<string> => {
  const entries = await readdir(join(host.directory, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files).toHaveLength(1);
  return join(files[0]?.parentPath ?? '', files[0]?.name ?? '');
};

describe('files', () => {
  it('are stored, listed, downloaded, renamed and removed', async () => {
    const stored = dataOf<Stored>(await upload(admin, '../报告 1.TXT', 'content', 'text/html'));
    expect(stored).toMatchObject({ name: '报告 1.TXT', size: 7 });
    expect(stored.url).toBe(`/prod-api/resource/oss/${stored.ossId}/content`);
    const file = await only('files');
    expect(file).toMatch(/files\/000000\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.txt$/);
    expect(await readFile(file, 'utf8')).toBe('content');
    expect((await admin('GET', '/resource/oss/list')).body.rows?.[0]).toMatchObject({
      ossId: stored.ossId,
      originalName: '报告 1.TXT',
      contentType: 'application/octet-stream',
      url: stored.url,
    });
    const download = await admin('GET', `/resource/oss/${stored.ossId}/download`);
    expect(download.text).toBe('content');
    expect(download.headers.get('content-disposition')).toContain(encodeURIComponent('报告 1.TXT'));
    await admin('PUT', '/system/oss', { ossId: stored.ossId, originalName: 'b.txt' });
    expect(dataOf(await admin('GET', `/system/oss/${stored.ossId}`))).toMatchObject({
      originalName: 'b.txt',
    });
    for (const originalName of ['', ' ', '..', 'a/b.txt', String.raw`a\b.txt`, 'a\nb.txt', 'x'.repeat(201)])
      expect((await admin('PUT', '/system/oss', { ossId: stored.ossId, originalName })).status).toBe(400);
    expect(dataOf(await admin('DELETE', `/system/oss/${stored.ossId}`))).toEqual({ changed: 1 });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect((await admin('GET', `/resource/oss/${stored.ossId}/download`)).body.error).toBe(
      'OBJECT_NOT_FOUND',
    );
  });

  it('of another tenant return 404', async () => {
    const { ossId } = dataOf<Stored>(await upload(admin, 'a.txt', 'a'));
    const answers = [
      await boss('GET', `/system/oss/${ossId}`),
      await boss('GET', `/resource/oss/${ossId}/download`),
      await boss('PUT', '/system/oss', { ossId, originalName: 'x' }),
      await boss('DELETE', `/system/oss/${ossId}`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    const own = dataOf<Stored>(await upload(boss, 'b.txt', 'b'));
    expect((await boss('GET', `/resource/oss/${own.ossId}/content`)).text).toBe('b');
    expect(dataOf(await boss('DELETE', `/system/oss/${own.ossId}`))).toEqual({ changed: 1 });
    expect((await admin('DELETE', `/system/oss/${ossId}`)).status).toBe(200);
  });

  it('may exceed the buffers', async () => {
    const content = new Uint8Array(8 * 1024 * 1024).map((_, index) => index % 251);
    const { ossId, size } = dataOf<Stored>(await upload(admin, 'large.bin', content, 'application/x-bin'));
    expect(size).toBe(content.length);
    expect(Buffer.compare(await readFile(await only('files')), content)).toBe(0);
    expect(dataOf(await admin('DELETE', `/system/oss/${ossId}`))).toEqual({ changed: 1 });
  });

  it('are required in an upload', async () => {
    const form = new FormData();
    form.append('text', 'x');
    expect((await admin('POST', '/resource/oss/upload', form)).body.error).toBe('FILE_MISSING');
    expect((await admin('POST', '/resource/oss/upload', {})).body.error).toBe('MEDIA_TYPE_UNSUPPORTED');
  });

  it('stay readable after another storage is enabled', async () => {
    const { ossId } = dataOf<Stored>(await upload(admin, 'a.txt', 'kept'));
    await setStatus('local', 0);
    expect((await admin('GET', `/resource/oss/${ossId}/download`)).text).toBe('kept');
    await setStatus('local', 1);
  });

  it('leave nothing of an interrupted upload', async () => {
    const oss = ossOf('notes');
    const { Readable } = await import('node:stream');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('some');
        throw new Error('connection lost');
      })(),
    );
    const filesOf = async () =>
      (await readdir(`${host.directory}/files`, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    const before = await filesOf();
    const work = requestContext.runAs('000000', () => oss.upload(broken, { name: 'x.bin' }));
    await expect(work).rejects.toThrow('connection lost');
    expect(await filesOf()).toBe(before);
  });

  it('are available to applications through OssService, for each tenant separately', async () => {
    const oss = ossOf('notes');
    const stored = await requestContext.runAs('acme', () =>
      oss.upload(Buffer.from('plugin'), { name: 'p.bin', type: 'application/x-thing' }),
    );
    expect(await requestContext.runAs('acme', () => oss.url(stored.ossId))).toContain('tenant=acme');
    const foreign = requestContext.runAs('000000', () => oss.url(stored.ossId));
    await expect(foreign).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 404 });
    await requestContext.runAs('acme', () => oss.remove(stored.ossId));
    await requestContext.runAs('acme', () => oss.remove(stored.ossId));
  });
});
