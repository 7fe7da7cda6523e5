import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../../testing/host.ts';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost();
  admin = await host.admin();
  const [local] = (await admin('GET', '/system/ossConfig/list?configKey=local')).body.rows ?? [];
  dataOf(await admin('PUT', `/system/ossConfig/${String(local?.['ossConfigId'])}/status`, { status: 1 }));
  for (const name of ['plan.txt', 'other.txt']) {
    const form = new FormData();
    form.append('file', new Blob(['content'], { type: 'text/plain' }), name);
    dataOf(await admin('POST', '/system/oss', form));
  }
  for (const title of ['Plan', 'Other']) {
    dataOf(await admin('POST', '/system/notice', { title, noticeType: 'notice' }));
  }
  const { deptId } = dataOf<{ deptId: number }>(await admin('POST', '/system/dept', { deptName: 'Head' }));
  dataOf(await admin('POST', '/system/dept', { deptName: 'Planning', parentId: deptId }));
});
afterAll(() => host.stop());

const linesOf = async (path: string): Promise<string[]> =>
  (await admin('GET', path)).text.trim().split('\r\n');

it.each([
  ['/system/oss/export?originalName=plan', 'Name,Type,Bytes', 'plan.txt,text/plain,7'],
  ['/system/notice/export?title=plan', 'Title,Kind,Published', 'Plan,notice,true'],
  ['/system/online/export?userName=admin', 'User name,Address', 'admin,127.0.0.1'],
  ['/system/dept/export?deptName=plan', 'Name,Below,Head', 'Planning,Head,'],
])("design 12.1-1: the host exports %s in the list's filter", async (path, head, row) => {
  const [first, ...lines] = await linesOf(path);
  expect(first).toContain(head);
  expect(lines).toEqual([expect.stringContaining(row)]);
  const sheet = await admin('GET', `${path}&format=xlsx`);
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
});

it('titles its columns in the language that is asked for', async () => {
  const path = '/system/oss/export?originalName=plan';
  const [head] = await linesOf(`${path}&locale=zh-CN`);
  expect(head).toContain('名称,类型,字节数,存储,公开,应用,创建时间');
  expect((await linesOf(`${path}&locale=en-US`))[0]).toBe((await linesOf(path))[0]);
  expect((await admin('GET', `${path}&locale=fr`)).status).toBe(400);
});
