import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { OssService } from '@platform/plugin-sdk/oss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION_SERVICES } from '../../infra/index.ts';
import { DATABASE } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { dataOf, type Client, type TestHost } from '../testing/host.ts';
import { BOSS_PASSWORD, startTwoTenants } from '../testing/two-tenants.ts';

const CONTENT = 'a private text';

interface Stored {
  readonly ossId: number;
  readonly url: string;
}

let host: TestHost;
let admin: Client;
let boss: Client;
/** May upload, and nothing else. */
let clerk: Client;
let nobody: Client;
/** Has the permission that is named at an upload. */
let reader: Client;

beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
  const { rows = [] } = (await admin('GET', '/system/ossConfig/list')).body;
  const local = rows.find((row) => row['storageType'] === 'local');
  await admin('PUT', `/system/ossConfig/${Number(local?.['ossConfigId'])}/status`, { status: 1 });
  clerk = await userWith('clerk', ['system:oss:add']);
  reader = await userWith('reader', ['system:user:list']);
  nobody = await userWith('nobody', []);
});
afterAll(() => host.stop());

async function userWith(userName: string, perms: readonly string[]): Promise<Client> {
  const menus = (await admin('GET', '/system/menu/list')).body.rows ?? [];
  const menuIds = menus.filter((menu) => perms.includes(String(menu['perms']))).map((menu) => menu['menuId']);
  const role = { roleName: userName, roleKey: userName, menuIds };
  const { roleId } = dataOf<{ roleId: number }>(await admin('POST', '/system/role', role));
  const user = { userName, nickName: userName, password: BOSS_PASSWORD, roleIds: [roleId] };
  expect((await admin('POST', '/system/user', user)).status).toBe(200);
  return host.login(userName, BOSS_PASSWORD);
}

const upload = (client: Client, { query = '', name = 'a.txt', type = 'text/plain' } = {}) => {
  const form = new FormData();
  form.append('file', new Blob([CONTENT], { type }), name);
  return client('POST', `/resource/oss/upload${query}`, form);
};
const stored = async (...args: Parameters<typeof upload>): Promise<Stored> =>
  dataOf<Stored>(await upload(...args));
const contentOf = (client: Client, { ossId }: Stored, part = 'content') =>
  client('GET', `/resource/oss/${ossId}/${part}`);
const api = (url: string): string => url.replace(/^\/prod-api/, '');
const ossOf = (code: string) => host.services.use(APPLICATION_SERVICES).find(OssService, code) as OssService;
const filesIn = async (folder: string) =>
  (await readdir(`${host.directory}/${folder}`, { recursive: true }).catch(() => [])).filter(
    (name) => /\.\w+$/.test(name) && !name.startsWith('.'),
  );

describe('findings: applications 4: an uploaded file', () => {
  it('is outside the folders of a web server by default', async () => {
    const { ossId, url } = await stored(admin);
    expect(url).toBe(`/prod-api/resource/oss/${ossId}/content`);
    expect(await filesIn('upload')).toEqual([]);
    expect(await filesIn('files')).toHaveLength(1);
    const open = await stored(admin, { query: '?visibility=public', name: 'logo.png', type: 'image/png' });
    expect(open.url).toMatch(/^\/upload\/000000\/.*\.png$/);
    expect(await filesIn('upload')).toHaveLength(1);
    expect((await admin('GET', '/resource/oss/list?visibility=public')).body).toMatchObject({ total: 1 });
    await admin('DELETE', `/system/oss/${open.ossId},${ossId}`);
    expect([await filesIn('upload'), await filesIn('files')]).toEqual([[], []]);
  });

  it('is readable by its uploader, by users who may query files, and with the stated permission', async () => {
    const own = await stored(clerk);
    for (const part of ['content', 'download']) {
      expect((await contentOf(clerk, own, part)).text).toBe(CONTENT);
      expect((await contentOf(admin, own, part)).text).toBe(CONTENT);
      for (const other of [nobody, reader]) {
        expect((await contentOf(other, own, part)).body).toMatchObject({ code: 403, error: 'FORBIDDEN' });
      }
      expect((await contentOf(boss, own, part)).body).toMatchObject({ code: 404, error: 'OBJECT_NOT_FOUND' });
      expect((await contentOf(host.anonymous, own, part)).body.error).toBe('UNAUTHENTICATED');
      expect((await contentOf(admin, { ...own, ossId: 1 }, part)).body.error).toBe('OBJECT_NOT_FOUND');
    }
    const shared = await stored(clerk, { query: '?permission=system:user:list' });
    expect((await contentOf(reader, shared)).text).toBe(CONTENT);
    expect((await contentOf(nobody, shared)).body.error).toBe('FORBIDDEN');
  });

  it('is public only if the uploader may publish', async () => {
    for (const query of ['?visibility=public', '?visibility=public&permission=a:b']) {
      const refused = await upload(clerk, { query });
      expect(refused.body).toMatchObject({ code: 403, error: 'FORBIDDEN' });
      expect(refused.body.msg).toContain('system:oss:publish');
    }
    expect((await upload(admin, { query: '?visibility=everybody' })).status).toBe(400);
    expect(await filesIn('upload')).toEqual([]);
  });

  it('belongs to the application that stored it', async () => {
    const work = () =>
      ossOf('notes').upload(Buffer.from(CONTENT), { name: 'n.txt', permission: 'system:user:list' });
    const note = await requestContext.runAs('000000', work);
    expect(dataOf(await admin('GET', `/system/oss/${note.ossId}`))).toMatchObject({
      appCode: 'notes',
      permission: 'system:user:list',
      visibility: 'private',
      url: note.url,
    });
    expect((await admin('GET', '/system/oss/list?appCode=notes')).body.total).toBe(1);
    expect((await contentOf(reader, note)).text).toBe(CONTENT);
    expect((await contentOf(clerk, note)).status).toBe(403);
  });
});

describe('findings: applications 4: a link', () => {
  const link = async (file: Stored, expiresIn?: unknown, client = clerk) =>
    client('POST', `/resource/oss/${file.ossId}/link`, expiresIn === undefined ? {} : { expiresIn });
  const urlOf = async (file: Stored, expiresIn?: unknown) =>
    api(dataOf<{ url: string }>(await link(file, expiresIn)).url);
  const open = (url: string) => host.anonymous('GET', url);

  it('can be used by anybody until it expires', async () => {
    const file = await stored(clerk);
    const url = await urlOf(file, 10);
    expect((await open(url)).text).toBe(CONTENT);
    expect((await boss('GET', url)).text).toBe(CONTENT);
    host.clock.advance(9_000);
    expect((await open(url)).status).toBe(200);
    host.clock.advance(1_500);
    expect((await open(url)).body).toMatchObject({ code: 403, error: 'OBJECT_LINK_EXPIRED' });
    expect((await link(file, 10, nobody)).status).toBe(403);
    expect((await link(file, 10, boss)).status).toBe(404);
    expect((await link(file, 10, host.anonymous)).status).toBe(401);
  });

  it('is 403 after any change', async () => {
    const file = await stored(clerk);
    const other = await stored(clerk);
    const url = await urlOf(file);
    const query = new URLSearchParams(url.split('?')[1]);
    const changed = (change: (params: URLSearchParams) => void): string => {
      const params = new URLSearchParams(query);
      change(params);
      return `/resource/oss/${file.ossId}/link?${params.toString()}`;
    };
    const expires = Number(query.get('expires'));
    const ways = [
      url.replace(String(file.ossId), String(other.ossId)),
      url.replace(String(file.ossId), `0${file.ossId}`),
      url.replace(String(file.ossId), '1'),
      url.replace(String(file.ossId), 'x'),
      changed((params) => params.set('expires', String(expires + 1))),
      changed((params) => params.set('expires', `0${expires}`)),
      changed((params) => params.set('expires', `${expires}.0`)),
      changed((params) => params.set('expires', 'Infinity')),
      changed((params) => params.append('expires', String(expires + 100))),
      changed((params) => params.delete('expires')),
      changed((params) => params.set('tenant', 'acme')),
      changed((params) => params.set('tenant', '')),
      changed((params) => params.set('signature', (query.get('signature') ?? '').toLowerCase())),
      changed((params) => params.set('signature', (query.get('signature') ?? '').slice(0, -1))),
      changed((params) => params.set('signature', `${query.get('signature') ?? ''}=`)),
      changed((params) => params.delete('signature')),
      `/resource/oss/${file.ossId}/link`,
    ];
    for (const way of ways) {
      expect((await open(way)).body, way).toMatchObject({ code: 403, error: 'OBJECT_LINK_INVALID' });
      expect((await admin('GET', way)).status, way).toBe(403);
    }
    expect((await open(url)).text).toBe(CONTENT);
    await admin('DELETE', `/system/oss/${file.ossId}`);
    expect((await open(url)).body).toMatchObject({ code: 404, error: 'OBJECT_NOT_FOUND' });
  });

  it('is valid for one second to seven days, by default for an hour', async () => {
    const file = await stored(clerk);
    for (const expiresIn of [0, -1, 1.5, 604_801, '8d', '500ms', '0s', 1e20]) {
      expect((await link(file, expiresIn)).body, String(expiresIn)).toMatchObject({
        code: 400,
        error: 'LINK_DURATION_INVALID',
      });
    }
    const now = host.clock.now() / 1000;
    const expiry = async (expiresIn?: unknown) =>
      dataOf<{ expires: number }>(await link(file, expiresIn)).expires - now;
    expect(await expiry()).toBeCloseTo(3600, -1);
    expect(await expiry(604_800)).toBeCloseTo(604_800, -1);
    expect(await expiry('10m')).toBeCloseTo(600, -1);
  });

  it('comes from OssService.url, for each tenant separately', async () => {
    const oss = ossOf('notes');
    const { ossId } = await requestContext.runAs('acme', () =>
      oss.upload(Buffer.from('of acme'), { name: 'a.txt' }),
    );
    const url = await requestContext.runAs('acme', () => oss.url(ossId, { expiresIn: '1m' }));
    expect((await open(api(url))).text).toBe('of acme');
    const foreign = requestContext.runAs('000000', () => oss.url(ossId));
    await expect(foreign).rejects.toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 404 });
    const long = requestContext.runAs('acme', () => oss.url(ossId, { expiresIn: '8d' }));
    await expect(long).rejects.toMatchObject({ code: 'LINK_DURATION_INVALID' });
    const picture = await requestContext.runAs('acme', () =>
      oss.upload(Buffer.from('x'), { name: 'p.png', type: 'image/png', visibility: 'public' }),
    );
    expect(picture.url).toMatch(/^\/upload\/acme\//);
    expect(await requestContext.runAs('acme', () => oss.url(picture.ossId))).toBe(picture.url);
  });
});

describe('the content of a file', () => {
  it.each([
    ['报告 "1".txt', "filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%221%22.txt"],
    ['a\r\nx-evil: 1.txt', 'filename="ax-evil: 1.txt"'],
    ["it's.txt", "filename*=UTF-8''it%27s.txt"],
  ])('is saved under its name: %j', async (name, expected) => {
    const file = await stored(clerk);
    // Applications name their files as they like; people are refused the worst names.
    await requestContext.runIgnoringTenant(() =>
      host.services
        .use(DATABASE)
        .query.updateTable('sys_oss')
        .set({ original_name: name })
        .where('oss_id', '=', file.ossId)
        .execute(),
    );
    const answer = await contentOf(clerk, file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(answer.headers.get('content-disposition')).toContain(expected);
    expect(answer.headers.get('x-evil')).toBeNull();
  });

  it('is displayed if it is a picture, except SVG and pages', async () => {
    const kind = async (type: string, part: string) => {
      const answer = await contentOf(clerk, await stored(clerk, { name: 'x', type }), part);
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      return answer.headers.get('content-disposition')?.split(';')[0];
    };
    for (const type of ['image/png', 'image/webp']) expect(await kind(type, 'content')).toBe('inline');
    for (const type of ['image/svg+xml', 'text/html', 'application/pdf', 'image/x', 'IMAGE/SVG+XML']) {
      expect(await kind(type, 'content'), type).toBe('attachment');
    }
    expect(await kind('image/png', 'download')).toBe('attachment');
  });

  it('is returned in parts, and without a body for HEAD', async () => {
    const file = await stored(clerk);
    const get = (headers: Record<string, string>) =>
      clerk('GET', `/resource/oss/${file.ossId}/content`, undefined, headers);
    const part = await get({ range: 'bytes=2-8' });
    expect([part.status, part.text]).toEqual([206, 'private']);
    expect(part.headers.get('content-range')).toBe(`bytes 2-8/${CONTENT.length}`);
    expect((await get({ range: 'bytes=-4' })).text).toBe('text');
    expect((await get({ range: 'bytes=500-' })).body.error).toBe('OBJECT_RANGE_INVALID');
    const etag = part.headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-0', 'if-range': etag })).text).toBe('a');
    expect((await get({ range: 'bytes=0-0', 'if-range': '"old"' })).text).toBe(CONTENT);
    const { url } = dataOf<{ url: string }>(await clerk('POST', `/resource/oss/${file.ossId}/link`, {}));
    expect(await head(host.origin + api(url))).toEqual([200, String(CONTENT.length), '']);
    expect((await head(`${host.origin}/resource/oss/${file.ossId}/content`))[0]).toBe(401);
  });
});

const head = (url: string): Promise<[number, string | undefined, string]> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method: 'HEAD' }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve([response.statusCode ?? 0, response.headers['content-length'], body]));
    });
    asked.on('error', reject).end();
  });

it('is published and hidden again by who may publish, with its content', async () => {
  const file = await stored(admin, { name: 'shown.txt' });
  const path = `/system/oss/${file.ossId}/visibility`;
  expect((await clerk('PUT', path, { visibility: 'public' })).status).toBe(403);
  expect((await boss('PUT', path, { visibility: 'public' })).status).toBe(404);
  expect((await admin('PUT', path, { visibility: 'public' })).status).toBe(200);
  const shown = dataOf<Stored & { visibility: string }>(await admin('GET', `/system/oss/${file.ossId}`));
  expect(shown).toMatchObject({ visibility: 'public', url: expect.stringMatching(/^\/upload\//) as string });
  expect((await contentOf(admin, file)).text).toBe(CONTENT);
  const before = await filesIn('upload');
  expect((await admin('PUT', path, { visibility: 'private' })).status).toBe(200);
  expect((await filesIn('upload')).length).toBe(before.length - 1);
  expect((await contentOf(admin, file)).text).toBe(CONTENT);
  expect((await contentOf(nobody, file)).status).toBe(403);
});
