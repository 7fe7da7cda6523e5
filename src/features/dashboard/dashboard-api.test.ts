// @vitest-environment node
import { expect, it } from 'vitest';
import { ApiError, type HttpClient } from '@/shared/http';
import { appIn, type AppTranslator } from '@/shared/i18n/app-texts.ts';
import { createDashboardApi } from './dashboard-api.ts';

const inChinese: AppTranslator = (app) => appIn(app, () => 'zh-CN');
const answering = (market: () => Promise<unknown>): HttpClient =>
  ({
    list: (path: string) =>
      path === '/app/market/list'
        ? market()
        : Promise.resolve({ total: 1, rows: [{ appCode: 'hello', names: { zh: '问候' } }] }),
  }) as unknown as HttpClient;
const overview = (market: () => Promise<unknown>) =>
  createDashboardApi(answering(market), inChinese).overview(
    { installs: true, nodes: false },
    new AbortController().signal,
  );
const failing = (code: string) => () => Promise.reject(new ApiError({ code, status: 503, message: 'no' }));

it('shows installed applications when the catalog cannot be read', async () => {
  for (const code of ['CATALOG_UNREACHABLE', 'CATALOG_TOKEN_INVALID', 'REQUEST_TIMEOUT']) {
    expect(await overview(failing(code))).toMatchObject({ market: [], installed: [{ name: '问候' }] });
  }
});

it('requests only those with an update, or installed ones for users without access to installations', async () => {
  const asked: unknown[] = [];
  let hosts = 0;
  const http = {
    list: async (path: string, query: object) => {
      if (path === '/app/market/list') asked.push(query);
      if (path === '/system/nodes') hosts += 1;
      return { total: 7, rows: [] };
    },
  } as unknown as HttpClient;
  for (const mayInstall of [true, false]) {
    const sight = { installs: mayInstall, offers: mayInstall, nodes: mayInstall };
    const found = await createDashboardApi(http, inChinese).overview(sight, new AbortController().signal);
    expect(found.offered).toBe(7);
    expect(found.nodes !== undefined).toBe(mayInstall);
    expect(found.ready !== undefined).toBe(mayInstall);
  }
  expect(asked).toEqual([
    { pageNum: 1, pageSize: 500, show: 'updates' },
    { pageNum: 1, pageSize: 1 },
    { pageNum: 1, pageSize: 3, show: 'available', orderByColumn: 'releaseTime', isAsc: 'desc' },
    { pageNum: 1, pageSize: 500, show: 'installed' },
    { pageNum: 1, pageSize: 1 },
  ]);
  expect(hosts).toBe(1);
});

it('fails for other errors', async () => {
  await expect(overview(failing('NETWORK_UNREACHABLE'))).rejects.toMatchObject({
    code: 'NETWORK_UNREACHABLE',
  });
});
