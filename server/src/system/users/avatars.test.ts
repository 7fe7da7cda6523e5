import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../data/index.ts';
import type { LoginUser } from '../../kernel/index.ts';
import type { ObjectRows } from '../files/object-rows.ts';
import { dataOf, type Client } from '../testing/host.ts';
import { startTwoTenants, type TwoTenants } from '../testing/two-tenants.ts';
import { Avatars } from './avatars.ts';

let parts: TwoTenants;
beforeAll(async () => {
  parts = await startTwoTenants();
  const { rows = [] } = (await parts.admin('GET', '/system/ossConfig/list?configKey=local')).body;
  await parts.admin('PUT', `/system/ossConfig/${Number(rows[0]?.['ossConfigId'])}/status`, { status: 1 });
});
afterAll(() => parts.host.stop());

const OWN = '/system/user/profile/avatar';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function put(client: Client, content: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'image/png' }), 'me.png');
  return client('POST', OWN, form);
}
const routeOf = (avatar: string): string => avatar.replace(/^\/prod-api/, '');
const shownTo = async (client: Client): Promise<string | undefined> =>
  dataOf<{ user: { avatar?: string } }>(await client('GET', '/system/user/getInfo')).user.avatar;
const statusOf = async (client: Client, avatar: string): Promise<number> =>
  (await client('GET', routeOf(avatar))).status;

describe('design 16-20: the picture of a person', () => {
  it('is stored, shown to other tenants too, replaced and removed', async () => {
    const { avatar: first } = dataOf<{ avatar: string }>(await put(parts.boss, PNG));
    expect(await shownTo(parts.boss)).toBe(first);
    expect(await shownTo(parts.admin)).toBeUndefined();
    expect(await statusOf(parts.boss, first)).toBe(200);
    expect(await statusOf(parts.admin, first)).toBe(200);
    expect((await parts.host.anonymous('GET', routeOf(first))).status).toBe(401);

    const { avatar: second } = dataOf<{ avatar: string }>(await put(parts.boss, PNG));
    expect(second).not.toBe(first);
    expect(await statusOf(parts.boss, first)).toBe(404);
    dataOf(await parts.boss('DELETE', OWN));
    expect(await shownTo(parts.boss)).toBeUndefined();
    expect(await statusOf(parts.boss, second)).toBe(404);
  });

  it.each([
    ['what is no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an icon', Buffer.from('\0\0\x01\0icon', 'latin1')],
    ['what is too large', Buffer.concat([PNG, Buffer.alloc(256 * 1024)])],
  ])('refuses %s', async (_what, content) => {
    expect((await put(parts.boss, content)).body).toMatchObject({ code: 400, error: 'AVATAR_REFUSED' });
    expect(await shownTo(parts.boss)).toBeUndefined();
  });

  it('serves no other file, and removes none for an address that was written by hand', async () => {
    const form = new FormData();
    form.append('file', new Blob(['plain'], { type: 'text/plain' }), 'a.txt');
    const stored = await parts.admin('POST', '/system/oss?visibility=public', form);
    const { ossId } = dataOf<{ ossId: number }>(stored);
    const address = `/prod-api/system/user/avatar/000000/${ossId}`;
    expect(await statusOf(parts.admin, address)).toBe(404);
    dataOf(await parts.boss('PUT', '/system/user/profile', { avatar: address }));
    dataOf(await put(parts.boss, PNG));
    expect((await parts.admin('GET', `/system/oss/${ossId}`)).status).toBe(200);
  });
});

it('removes an own picture only, though the address may name that of a colleague', async () => {
  const avatar = '/prod-api/system/user/avatar/000000/5';
  const query = {
    ...{ selectFrom: () => query, updateTable: () => query, set: () => query, where: () => query },
    ...{ select: () => query, execute: async () => [], executeTakeFirst: async () => ({ avatar }) },
  };
  const removed: number[] = [];
  const user = { userId: 7, tenantId: '000000' } as LoginUser;
  for (const uploader of [8, 7]) {
    const avatars = new Avatars({
      database: { query } as unknown as Database,
      rows: { find: async () => ({ uploader, visibility: 'public' }) } as unknown as ObjectRows,
      objects: { remove: async () => void removed.push(uploader) } as never,
    });
    await avatars.remove(user);
  }
  expect(removed).toEqual([7]);
});
