import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';

const PATH = '/system/user/preferences';
const PASSWORD = 'seven-blue-kites';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
});
afterAll(() => host.stop());

const preferencesOf = async (client: Client): Promise<unknown> =>
  dataOf<{ preferences: unknown }>(await client('GET', '/system/user/getInfo')).preferences;
const views = {
  users: [{ name: 'Locked', filters: { status: 0 }, sort: { column: 'userName', direction: 'desc' } }],
};

it('keeps members that a change lacks, for each user alone', async () => {
  expect(await preferencesOf(admin)).toEqual({});
  expect((await admin('PUT', PATH, { favourites: ['host:users'], density: 'compact' })).status).toBe(200);
  expect((await admin('PUT', PATH, { views, density: 'default' })).status).toBe(200);
  expect(await preferencesOf(admin)).toEqual({ favourites: ['host:users'], density: 'default', views });

  await admin('POST', '/system/user', { userName: 'pia', nickName: 'Pia', password: PASSWORD });
  const pia = await host.login('pia', PASSWORD);
  expect(await preferencesOf(pia)).toEqual({});
  const look = { theme: 'dark', accent: 'teal', locale: 'zh-CN', menuPlace: 'top', lockAfter: 15 };
  await pia('PUT', PATH, { favourites: [], pinnedTabs: ['/market'], ...look });
  expect(await preferencesOf(pia)).toEqual({ favourites: [], pinnedTabs: ['/market'], ...look });
  expect(await preferencesOf(admin)).toMatchObject({ favourites: ['host:users'] });
});

it.each([
  { views: { list: [{ name: ' ', filters: {} }] } },
  { views: { list: Array.from({ length: 21 }, (_none, at) => ({ name: String(at), filters: {} })) } },
  { density: 'tiny' },
  { theme: 'neon' },
  { lockAfter: -1 },
  { menuPlace: 'below' },
])('refuses %j', async (change) => {
  expect((await admin('PUT', PATH, change)).body).toMatchObject({ code: 400, error: 'VALIDATION_FAILED' });
});
