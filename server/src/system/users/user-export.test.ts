import { expect, it, onTestFinished } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { startTestHost } from '../testing/host.ts';

const USERS = 1200;

it('design 12.1-1: the export of users has all of them, in several batches, and of the tenant alone', async () => {
  const host = await startTestHost();
  onTestFinished(() => host.stop());
  const admin = await host.admin();
  const { query } = host.services.use(DATABASE);
  const rows = Array.from({ length: USERS }, (_, at) => ({
    user_id: 1000 + at,
    user_name: `user${at}`,
    nick_name: 'Bulk',
    password_hash: 'none',
  }));
  await requestContext.runAs('000000', async () => {
    for (let at = 0; at < USERS; at += 100) {
      await query
        .insertInto('sys_user')
        .values(rows.slice(at, at + 100))
        .execute();
    }
  });
  await requestContext.runAs('other', async () => {
    await query
      .insertInto('sys_user')
      .values({ user_id: 9, user_name: 'stranger', nick_name: 'S', password_hash: 'none' })
      .execute();
  });
  const { text } = await admin('GET', '/system/user/export?nickName=Bulk');
  const names = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  expect(names).toEqual(rows.map((row) => row.user_name));
  expect((await admin('GET', '/system/user/export')).text).not.toContain('stranger');
});
