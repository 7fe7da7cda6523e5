import type { ScriptToken } from '@platform/host-api';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { ScriptTokenStore } from '../auth/script-token-store.ts';
import { dataOf, type Answer, type Client, type TestHost } from '../testing/host.ts';
import { BOSS_PASSWORD, startTwoTenants } from '../testing/two-tenants.ts';

const DAY = 86_400_000;
const OWN = '/system/user/profile/tokens';

type Issued = ScriptToken & { readonly token: string };

let host: TestHost;
let admin: Client;
let boss: Client;
let clerk: Client;
let clerkId: number;
let roleId: number;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
  const menus = await host.services
    .use(DATABASE)
    .raw<{ menu_id: number }>(
      "select menu_id from sys_menu where perms in ('system:dict:list', 'system:dict:add', 'system:notice:list')",
    );
  const role = { roleName: 'Clerk', roleKey: 'clerk', menuIds: menus.rows.map((row) => row.menu_id) };
  ({ roleId } = dataOf<{ roleId: number }>(await boss('POST', '/system/role', role)));
  const user = { userName: 'clerk', nickName: 'Clerk', password: BOSS_PASSWORD, roleIds: [roleId] };
  clerkId = dataOf<{ userId: number }>(await boss('POST', '/system/user', user)).userId;
  clerk = await host.login('clerk', BOSS_PASSWORD, 'acme');
});
afterAll(() => host.stop());

const ask = (client: Client, scopes: readonly string[], more: object = {}): Promise<Answer> =>
  client('POST', OWN, { name: 'nightly', scopes, expiresInDays: 30, ...more });
const issue = async (client: Client, ...scopes: string[]): Promise<Issued> =>
  dataOf(await ask(client, scopes));
const dictionaries = (client: Client) => client('GET', '/system/dict/type/list');
const renewClerk = async () => (clerk = await host.login('clerk', BOSS_PASSWORD, 'acme'));

describe('design 16-19: tokens for scripts', () => {
  it('may do what their scopes say, in the tenant of their owner, and nothing else', async () => {
    const issued = await issue(clerk, 'system:dict:list');
    expect(issued.token).toMatch(/^pt_[\w-]{43}$/);
    const script = host.as(issued.token);
    expect((await dictionaries(script)).status).toBe(200);
    const add = await script('POST', '/system/dict/type', { dictName: 'x', dictType: 'x' });
    expect(add.body).toMatchObject({ code: 403, error: 'FORBIDDEN' });
    expect((await script('GET', '/system/notice/list')).status).toBe(403);
    await clerk('POST', '/system/dict/type', { dictName: 'Mine', dictType: 'acme_only' });
    expect((await dictionaries(script)).text).toContain('acme_only');
    const everywhere = await issue(admin, '*:*:*');
    expect((await dictionaries(host.as(everywhere.token))).text).not.toContain('acme_only');
  });

  it('design 12.1-9: a brief one lasts 15 minutes, and holds no more than its owner', async () => {
    const brief = (scopes: readonly string[]) =>
      clerk('POST', `${OWN}/brief`, { name: 'API documents', scopes });
    const issued = dataOf<Issued>(await brief(['system:dict:list']));
    expect(Date.parse(issued.expires) - Date.parse(issued.createTime)).toBeLessThanOrEqual(
      15 * 60_000 + 5_000,
    );
    expect((await dictionaries(host.as(issued.token))).status).toBe(200);
    expect((await brief(['system:user:list'])).body.error).toBe('PRIVILEGE_EXCEEDED');
    const { token } = issued;
    const again = await host.as(token)('POST', `${OWN}/brief`, { name: 'x', scopes: ['system:dict:list'] });
    expect(again.status).toBe(403);
    await clerk('DELETE', `${OWN}/${issued.tokenId}`);
  });

  it('are shown once, and stored nowhere', async () => {
    const { token, tokenId } = await issue(clerk, 'system:dict:list');
    const lists = [await clerk('GET', OWN), await boss('GET', '/system/token/list')];
    for (const { text } of lists) {
      expect(text).toContain(String(tokenId));
      expect(text).not.toContain(token);
    }
    await expect
      .poll(async () => (await boss('GET', '/system/operLog/list')).text)
      .toContain('Issue a token');
    expect((await boss('GET', '/system/operLog/list')).text).not.toContain(token);
    for (const end of ['', '-wal']) {
      expect((await readFile(join(host.directory, `platform.db${end}`))).includes(token)).toBe(false);
    }
  });

  it.each([
    [['system:user:list'], 403, 'PRIVILEGE_EXCEEDED'],
    [['*:*:*'], 403, 'PRIVILEGE_EXCEEDED'],
    [[], 400, 'VALIDATION_FAILED'],
    [['system:*:list'], 400, 'VALIDATION_FAILED'],
    [['system:dict:list', 'x'.repeat(200)], 400, 'VALIDATION_FAILED'],
  ])('are refused for the scopes %j with %i %s', async (scopes, status, error) => {
    expect(await ask(clerk, scopes)).toMatchObject({ status, body: { error } });
  });

  it.each([{ expiresInDays: 0 }, { expiresInDays: 367 }, { name: ' ' }, { name: 'x'.repeat(101) }])(
    'are refused with %j',
    async (more) => {
      expect((await ask(clerk, ['system:dict:list'], more)).status).toBe(400);
    },
  );

  it('cannot do what needs a fresh proof, not even after one', async () => {
    const script = host.as((await issue(clerk, 'system:dict:list')).token);
    const needed = { code: 403, error: 'PROOF_NEEDED' };
    expect((await ask(script, ['system:dict:list'])).body).toMatchObject(needed);
    await script('POST', '/auth/proof', { password: BOSS_PASSWORD });
    expect((await ask(script, ['system:dict:list'])).body).toMatchObject(needed);
    host.clock.advance(16 * 60_000);
    expect((await ask(clerk, ['system:dict:list'])).body).toMatchObject(needed);
    await renewClerk();
  });

  it('lose a permission with their owner, and get it back', async () => {
    const script = host.as((await issue(clerk, 'system:dict:list', 'system:dict:add')).token);
    expect((await dictionaries(script)).status).toBe(200);
    await boss('PUT', '/system/role', { roleId, status: 0 });
    expect((await dictionaries(script)).status).toBe(403);
    await boss('PUT', '/system/role', { roleId, status: 1 });
    expect((await dictionaries(script)).status).toBe(200);
  });

  it('end when they are revoked, by their owner or an administrator of the tenant only', async () => {
    const [first, second] = [await issue(clerk, 'system:dict:list'), await issue(clerk, 'system:dict:list')];
    for (const { token } of [first, second]) expect((await dictionaries(host.as(token))).status).toBe(200);
    expect((await boss('DELETE', `${OWN}/${first.tokenId}`)).status).toBe(404);
    expect((await admin('DELETE', `/system/token/${first.tokenId}`)).status).toBe(404);
    expect((await clerk('DELETE', `/system/token/${first.tokenId}`)).status).toBe(403);
    expect(dataOf(await clerk('DELETE', `${OWN}/${first.tokenId}`))).toEqual({ changed: 1 });
    expect((await dictionaries(host.as(first.token))).body).toMatchObject({ code: 401 });
    expect((await dictionaries(host.as(second.token))).status).toBe(200);
    expect(dataOf(await boss('DELETE', `/system/token/${second.tokenId}`))).toEqual({ changed: 1 });
    const [logged] = (await boss('GET', '/system/rightsLog/list?kind=script-token')).body.rows ?? [];
    expect(logged).toMatchObject({ removed: ['system:dict:list'], userName: 'boss' });
    expect((await dictionaries(host.as(second.token))).status).toBe(401);
    expect((await clerk('DELETE', `${OWN}/${first.tokenId}`)).status).toBe(404);
  });

  it('end all at once, for an administrator of the tenant', async () => {
    const [first, second] = [await issue(clerk, 'system:dict:list'), await issue(clerk, 'system:dict:list')];
    expect((await clerk('DELETE', `/system/token/user/${clerkId}`)).status).toBe(403);
    expect((await admin('DELETE', `/system/token/user/${clerkId}`)).status).toBe(404);
    expect(
      dataOf<{ changed: number }>(await boss('DELETE', `/system/token/user/${clerkId}`)).changed,
    ).toBeGreaterThan(1);
    for (const { token } of [first, second]) expect((await dictionaries(host.as(token))).status).toBe(401);
    expect(dataOf(await clerk('GET', OWN))).toEqual([]);
  });

  it('say from where they were used last', async () => {
    const { tokenId } = await issue(clerk, 'system:dict:list');
    const store = new ScriptTokenStore(host.services.use(DATABASE), host.clock);
    await store.touch([{ sessionId: tokenId, address: '192.0.2.7' }]);
    const { rows = [] } = (await boss('GET', '/system/token/list?userName=clerk')).body;
    expect(rows.find((row) => row['tokenId'] === tokenId)).toMatchObject({ lastIp: '192.0.2.7' });
  });

  it('say when they were used last, do not idle out, and expire', async () => {
    const { token, tokenId } = await issue(clerk, 'system:dict:list');
    const row = async () =>
      dataOf<ScriptToken[]>(await clerk('GET', OWN)).find((each) => each.tokenId === tokenId);
    expect(await row()).toMatchObject({ name: 'nightly', userName: 'clerk', lastUsed: null });
    host.clock.advance(20 * DAY);
    await renewClerk();
    expect((await dictionaries(host.as(token))).status).toBe(200);
    host.clock.advance(11 * DAY);
    await renewClerk();
    expect((await dictionaries(host.as(token))).status).toBe(401);
    boss = await host.login('boss', BOSS_PASSWORD, 'acme');
    admin = await host.admin();
  });

  it.each([
    [
      'locked',
      () => boss('PUT', `/system/user/${clerkId}/lock`),
      () => boss('PUT', `/system/user/${clerkId}/unlock`),
    ],
    [
      'disabled',
      () => boss('PUT', '/system/user', { userId: clerkId, status: 0 }),
      () => boss('PUT', '/system/user', { userId: clerkId, status: 1 }),
    ],
  ])('end while their owner is %s', async (_, end, begin) => {
    await renewClerk();
    const script = host.as((await issue(clerk, 'system:dict:list')).token);
    expect((await dictionaries(script)).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await dictionaries(script)).status).toBe(401);
    expect((await begin()).status).toBe(200);
    expect((await dictionaries(script)).status).toBe(200);
  });

  it('are limited in number, and end with the removal of their owner', async () => {
    await renewClerk();
    const { token } = await issue(clerk, 'system:dict:list');
    let answer: Answer;
    do answer = await ask(clerk, ['system:dict:list']);
    while (answer.status === 200);
    expect(answer.body).toMatchObject({ code: 409, error: 'TOKEN_LIMIT' });
    expect(dataOf<ScriptToken[]>(await clerk('GET', OWN))).toHaveLength(50);
    await boss('DELETE', `/system/user/${clerkId}`);
    expect((await dictionaries(host.as(token))).status).toBe(401);
    expect((await boss('GET', '/system/token/list')).body.total).toBe(0);
  });

  it.each(['pt_', `pt_${'a'.repeat(43)}`, `pt_${'a'.repeat(42)}`, `pt_pt_${'a'.repeat(43)}`, 'script:x'])(
    'that were never issued are refused: %s',
    async (token) => {
      expect((await dictionaries(host.as(token))).status).toBe(401);
    },
  );
});
