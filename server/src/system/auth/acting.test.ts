import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, type Client } from '../testing/host.ts';
import { BOSS_PASSWORD, startTwoTenants, type TwoTenants } from '../testing/two-tenants.ts';

const QUARTER_MS = 15 * 60_000;

let parts: TwoTenants;
let looking: Client;
beforeAll(async () => {
  parts = await startTwoTenants();
});
beforeEach(async () => {
  looking = await parts.host.admin();
});
afterAll(() => parts.host.stop());

const enter = (client: Client, tenantId = 'acme') => client('POST', '/auth/acting', { tenantId });
const allow = (client: Client, mayWrite = true) => client('PUT', '/auth/acting', { mayWrite });
const leave = (client: Client) => client('DELETE', '/auth/acting');
const role = (roleKey: string) => ({ roleName: roleKey, roleKey });
const refusal = (answer: { status: number; body: { error?: string } }) => [answer.status, answer.body.error];
const usersOf = async (client: Client) =>
  ((await client('GET', '/system/user/list')).body.rows ?? []).map(({ userName }) => userName);
const infoOf = async (client: Client) =>
  dataOf<{ user: { userName: string; tenantId: string }; tenant: { tenantId: string }; acting?: object }>(
    await client('GET', '/system/user/getInfo'),
  );
const addTenant = (tenantId: string) =>
  parts.admin('POST', '/system/tenant', {
    tenantId,
    name: tenantId,
    adminUserName: 'boss',
    adminPassword: BOSS_PASSWORD,
  });

describe('design 12.1-4: looking into a tenant', () => {
  it("shows the tenant's records to the person, who stays the person", async () => {
    expect(await usersOf(looking)).toContain('admin');
    dataOf(await enter(looking));
    expect(await usersOf(looking)).toEqual(['boss']);
    expect(await infoOf(looking)).toMatchObject({
      user: { userName: 'admin', tenantId: 'acme' },
      tenant: { tenantId: 'acme', name: 'Acme' },
      acting: { mayWrite: false, isOver: false },
    });
    expect(dataOf<unknown[]>(await looking('GET', '/auth/sessions')).length).toBeGreaterThan(0);
    dataOf(await leave(looking));
    expect(await usersOf(looking)).toContain('admin');
    expect(await infoOf(looking)).not.toHaveProperty('acting');
  });

  it('tells which of its permissions hold in the own tenant alone', async () => {
    await enter(looking);
    const { acting } = (await infoOf(looking)) as { acting?: { withheld: string[] } };
    const refused = refusal(await looking('GET', '/system/tenant/list'));
    expect(refused).toEqual([403, 'PLATFORM_TENANT_ONLY']);
    expect(acting?.withheld).toEqual(expect.arrayContaining(['monitor:', 'system:tenant:']));
    await leave(looking);
  });

  it('changes nothing until that is switched on with a fresh proof', async () => {
    await enter(looking);
    expect(refusal(await looking('POST', '/system/role', role('unwanted')))).toEqual([
      403,
      'ACTING_READ_ONLY',
    ]);
    parts.host.clock.advance(QUARTER_MS);
    expect(refusal(await allow(looking))).toEqual([403, 'PROOF_NEEDED']);
    dataOf(await looking('POST', '/auth/proof', { password: 'granite-otter-42' }));
    dataOf(await allow(looking));
    expect((await looking('POST', '/system/role', role('wanted'))).status).toBe(200);
    const keys = ((await parts.boss('GET', '/system/role/list')).body.rows ?? []).map(
      (row) => row['roleKey'],
    );
    expect(keys).toEqual(expect.arrayContaining(['admin', 'wanted']));
    expect(keys).not.toContain('unwanted');
    dataOf(await allow(looking, false));
    expect(refusal(await looking('POST', '/system/role', role('late')))).toEqual([403, 'ACTING_READ_ONLY']);
  });

  it('stays allowed while sessions of the tenant end', async () => {
    const boss = await parts.host.login('boss', BOSS_PASSWORD, 'acme');
    await enter(looking);
    await allow(looking);
    const { sessionId } = ((await boss('GET', '/auth/sessions')).body.data as never as object[])[0] as {
      sessionId: number;
    };
    dataOf(await looking('DELETE', `/system/online/${sessionId}`));
    expect((await boss('GET', '/system/user/getInfo')).status).toBe(401);
    expect((await looking('POST', '/system/role', role('still-allowed'))).status).toBe(200);
  });

  it('gives nothing of the platform, and nothing to those who are no super administrators', async () => {
    await enter(looking);
    expect(refusal(await looking('GET', '/system/tenant/list'))).toEqual([403, 'PLATFORM_TENANT_ONLY']);
    expect((await looking('GET', '/system/menu/getRouters')).text).not.toContain('host:tenants');
    for (const page of ['tenants', 'monitoring', 'hosts', 'messages', 'storages', 'logs']) {
      const place = dataOf(await parts.boss('GET', `/system/menu/place?path=/system/${page}`));
      expect([page, place]).toEqual([page, { state: 'forbidden' }]);
    }
    expect(refusal(await enter(parts.boss, '000000'))).toEqual([403, 'FORBIDDEN']);
    const menus = (await parts.admin('GET', '/system/menu/list')).body.rows ?? [];
    const { roleId } = dataOf<{ roleId: number }>(
      await parts.admin('POST', '/system/role', {
        ...role('viewer'),
        menuIds: menus.filter(({ perms }) => perms === 'system:tenant:query').map(({ menuId }) => menuId),
      }),
    );
    const viewer = { userName: 'viewer', nickName: 'V', password: BOSS_PASSWORD, roleIds: [roleId] };
    dataOf(await parts.admin('POST', '/system/user', viewer));
    const client = await parts.host.login('viewer', BOSS_PASSWORD);
    expect(refusal(await enter(client))).toEqual([403, 'PRIVILEGE_EXCEEDED']);
    expect(refusal(await enter(await parts.host.admin(), '000000'))).toEqual([409, 'ACTING_OWN_TENANT']);
    expect(refusal(await enter(await parts.host.admin(), 'nowhere'))).toEqual([404, 'RECORD_NOT_FOUND']);
    expect(refusal(await allow(await parts.host.admin()))).toEqual([409, 'ACTING_MISSING']);
  });

  it('is not for tokens for scripts', async () => {
    const { token } = dataOf<{ token: string }>(
      await looking('POST', '/system/user/profile/tokens', {
        name: 'all',
        scopes: ['*:*:*'],
        expiresInDays: 1,
      }),
    );
    expect(refusal(await enter(parts.host.as(token)))).toEqual([403, 'ACTING_NEEDS_SESSION']);
  });

  it('refuses a change of a page that shows another tenant', async () => {
    const change = (believed: string) =>
      looking('POST', '/system/role', role(`from-${believed}`), { 'x-acting-tenant': believed });
    expect((await change('none')).status).toBe(200);
    expect(refusal(await change('acme'))).toEqual([409, 'ACTING_CHANGED']);
    await enter(looking);
    await allow(looking);
    expect(refusal(await change('none'))).toEqual([409, 'ACTING_CHANGED']);
    expect((await change('acme')).status).toBe(200);
  });

  it('ends with the tenant, and comes back without the right to change', async () => {
    await addTenant('brief');
    await enter(looking, 'brief');
    await allow(looking);
    const status = (value: 0 | 1) =>
      parts.admin('PUT', '/system/tenant', { tenantId: 'brief', status: value });
    dataOf(await status(0));
    expect(refusal(await looking('GET', '/system/user/list'))).toEqual([409, 'ACTING_ENDED']);
    expect(refusal(await looking('POST', '/system/role', role('x')))).toEqual([409, 'ACTING_ENDED']);
    expect(await infoOf(looking)).toMatchObject({ acting: { isOver: true } });
    expect(refusal(await allow(looking))).toEqual([409, 'ACTING_ENDED']);
    dataOf(await status(1));
    expect(refusal(await looking('POST', '/system/role', role('x')))).toEqual([403, 'ACTING_READ_ONLY']);
    dataOf(await parts.admin('DELETE', '/system/tenant/brief'));
    expect(refusal(await looking('GET', '/system/user/list'))).toEqual([409, 'ACTING_ENDED']);
    dataOf(await leave(looking));
    expect(await usersOf(looking)).toContain('admin');
  });

  it('ends at the expiry of the tenant', async () => {
    await addTenant('dated');
    await enter(looking, 'dated');
    const expireTime = new Date(parts.host.clock.now() + 60_000).toISOString();
    dataOf(await parts.admin('PUT', '/system/tenant', { tenantId: 'dated', expireTime }));
    expect(await usersOf(looking)).toEqual(['boss']);
    parts.host.clock.advance(61_000);
    await expect
      .poll(async () => refusal(await looking('GET', '/system/user/list')))
      .toEqual([409, 'ACTING_ENDED']);
  });

  it('ends with the session', async () => {
    await enter(looking);
    dataOf(await looking('POST', '/auth/logout'));
    expect((await looking('GET', '/system/user/list')).status).toBe(401);
    expect(await usersOf(await parts.host.admin())).toContain('admin');
  });

  it('design 12.1-3: undoes what is removed there, and offers no undo of what is the own', async () => {
    const client = await parts.host.admin();
    const notice = { title: 'Own', noticeType: 'notice', publish: true };
    dataOf(await client('POST', '/system/notice', notice));
    const idOf = async () => (await client('GET', '/system/message/list')).body.rows?.[0]?.['noticeId'];
    await expect.poll(idOf).toBeDefined();
    await enter(client);
    await allow(client);
    const { roleId } = dataOf<{ roleId: number }>(await client('POST', '/system/role', role('brief')));
    const { undo } = dataOf<{ undo: { undoId: number } }>(await client('DELETE', `/system/role/${roleId}`));
    dataOf(await client('POST', `/system/undo/${undo.undoId}`));
    expect(dataOf(await client('DELETE', `/system/message/${String(await idOf())}`))).toEqual({ changed: 1 });
  });

  it('is in the operation logs of both tenants, with reading and refusals', async () => {
    await enter(looking);
    await looking('GET', '/system/post/list');
    await looking('POST', '/system/post', { postName: 'P', postCode: 'p' });
    const entries = async (client: Client) =>
      ((await client('GET', '/system/operLog/list?userName=admin')).body.rows ?? [])
        .filter(({ url }) => String(url).startsWith('/system/post'))
        .map(({ method, userName, actingTenant, status, error }) => [
          method,
          userName,
          actingTenant,
          status,
          error,
        ]);
    const expected = expect.arrayContaining([
      ['GET', 'admin', 'acme', 200, null],
      ['POST', 'admin', 'acme', 403, 'ACTING_READ_ONLY'],
    ]) as unknown;
    await expect.poll(() => entries(parts.admin)).toEqual(expected);
    await expect.poll(() => entries(parts.boss)).toEqual(expected);
  });
});
