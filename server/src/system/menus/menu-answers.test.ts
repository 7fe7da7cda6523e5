import { request, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { ADMIN_PASSWORD, startTestHost, type Client, type TestHost } from '../testing/host.ts';
import type { RouterNode } from '@platform/host-api';

const PATH = '/system/menu/getRouters';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

const get = (headers: Record<string, string> = {}) => admin('GET', PATH, undefined, headers);
const etagOf = async (): Promise<string> => (await get()).headers.get('etag') ?? '';
const named = async (name: string): Promise<boolean> =>
  ((await get()).body.data as unknown as RouterNode[]).some((node) => node.name === name);
const market = async (): Promise<{ menuId: number }> => {
  const { rows = [] } = (await admin('GET', '/system/menu/list')).body;
  return rows.find((row) => row['menuKey'] === 'host:market') as unknown as { menuId: number };
};

/** Without what `fetch` does about encodings by itself. */
async function plain(encoding: string, path = PATH): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const { data } = (
    await host.anonymous('POST', '/auth/login', { username: 'admin', password: ADMIN_PASSWORD })
  ).body as unknown as { data: { token: string } };
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${data.token}`, 'accept-encoding': encoding };
    const sent = request(`${host.origin}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject).end();
  });
}

describe('the lists of all menus', () => {
  const LISTS = ['/system/menu/list', '/system/menu/grantable'];

  it.each(LISTS)('%s is compressed, and not sent again to a client that has it', async (path) => {
    const compressed = await plain('gzip', path);
    expect(compressed.headers['content-encoding']).toBe('gzip');
    const { rows, total } = JSON.parse(gunzipSync(compressed.body).toString()) as {
      rows: unknown[];
      total: number;
    };
    expect(rows).toHaveLength(total);
    const etag = compressed.headers.etag ?? '';
    // Also after the menus were read again, as they were.
    host.clock.advance(20_000);
    expect((await admin('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    const { menuId } = await market();
    await admin('PUT', '/system/menu', { menuId, menuName: 'Shop' });
    const changed = await admin('GET', path, undefined, { 'if-none-match': etag });
    expect(changed.body.rows).toContainEqual(expect.objectContaining({ menuId, menuName: 'Shop' }));
    await admin('PUT', '/system/menu', { menuId, menuName: 'Marketplace' });
  });
});

describe('the response of getRouters', () => {
  it('is compressed for clients that accept it', async () => {
    const compressed = await plain('gzip, br');
    const other = await plain('identity');
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(other.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(compressed.body)).toEqual(other.body);
    expect(JSON.parse(other.body.toString())).toMatchObject({ code: 200, msg: 'success' });
  });

  it('is not sent again to a client that has it', async () => {
    const etag = await etagOf();
    const again = await get({ 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('changes as soon as a menu is changed here', async () => {
    const { menuId } = await market();
    const before = await etagOf();
    await admin('PUT', '/system/menu', { menuId, menuName: 'Shop' });
    expect(await named('Shop')).toBe(true);
    expect(await etagOf()).not.toBe(before);
    await admin('POST', '/system/menu', {
      menuKey: 'host:added',
      menuName: 'Added',
      menuType: 'C',
      path: '/added',
    });
    expect(await named('Added')).toBe(true);
    await admin('PUT', '/system/menu', { menuId, menuName: 'Marketplace' });
  });

  it('includes changes of another node after ten seconds', async () => {
    const { menuId } = await market();
    await get();
    host.clock.advance(1);
    await host.services
      .use(DATABASE)
      .query.updateTable('sys_menu')
      .set({ menu_name: 'Elsewhere' })
      .where('menu_id', '=', menuId)
      .execute();
    host.clock.advance(10_000);
    expect(await named('Elsewhere')).toBe(true);
  });
});
