import { expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

const suite = marketSuite();

it('design 12.1-3: texts of a listing are changed by one of two people who saw the same', async () => {
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const { appId } = ok(await call('POST', '/app/console', { appCode: 'shared', name: 'Shared' }));
  const [row] = (await call('GET', '/app/console/list?keyword=shared')).rows ?? [];
  const { updateTime } = ok(await call('GET', `/app/console/${String(appId)}`));
  expect(row?.['updateTime']).toBe(updateTime);
  ok(await call('PUT', '/app/console', { appId, author: 'Ada', updateTime }));
  const refused = await call('PUT', '/app/console', { appId, author: 'Bob', updateTime });
  expect(refused).toMatchObject({
    status: 409,
    error: 'CHANGED_MEANWHILE',
    details: { record: { appId, author: 'Ada' } },
  });
  const { record } = refused.details as { record: { updateTime: string } };
  ok(await call('PUT', '/app/console', { appId, author: 'Bob', updateTime: record.updateTime }));
  ok(await call('PUT', '/app/console', { appId, author: 'Cyd' }));
  expect(ok(await call('GET', `/app/console/${String(appId)}`))).toMatchObject({ author: 'Cyd' });
});

it('design 12: a publisher writes name and description in further languages, which last', async () => {
  const call = (method: string, path: string, body?: unknown) => suite.host.call(method, path, body);
  const { appId } = ok(await call('POST', '/app/console', { appCode: 'words', name: 'Words' }));
  const shown = async () => ok(await call('GET', `/app/console/${String(appId)}`));
  const own = { names: { 'zh-CN': '词语' }, descriptions: { zh: '管理词语。' } };
  ok(await call('PUT', '/app/console', { appId, ...own }));
  expect(await shown()).toMatchObject({ name: 'Words', ...own });
  expect(await call('GET', `/app/console/list?keyword=${encodeURIComponent('词语')}`)).toMatchObject({
    total: 1,
  });
  for (const names of [{ 'zh-CN': ' ' }, { 'zh-CN': '词'.repeat(101) }, { zh_CN: '词语' }])
    expect(await call('PUT', '/app/console', { appId, names })).toMatchObject({ status: 400 });
  ok(await call('PUT', '/app/console', { appId, name: 'Terms' }));
  expect(await shown()).toMatchObject({ name: 'Terms', ...own });
  ok(await call('PUT', '/app/console', { appId, names: {} }));
  expect(await shown()).toMatchObject({ descriptions: own.descriptions });
  expect(await shown()).not.toHaveProperty('names');
});
