import { expect, it } from 'vitest';
import { ApiError, type HttpClient } from '@/shared/http';
import { createDashboardApi } from './dashboard-api.ts';

const answering = (market: () => Promise<unknown>): HttpClient =>
  ({
    list: (path: string) =>
      path === '/app/market/list' ? market() : Promise.resolve({ total: 1, rows: [{ appCode: 'hello' }] }),
  }) as unknown as HttpClient;
const overview = (market: () => Promise<unknown>) =>
  createDashboardApi(answering(market)).overview(true, new AbortController().signal);
const failing = (code: string) => () => Promise.reject(new ApiError({ code, status: 503, message: 'no' }));

it('shows what is installed when the catalog cannot be read', async () => {
  for (const code of ['CATALOG_UNREACHABLE', 'CATALOG_TOKEN_INVALID', 'REQUEST_TIMEOUT']) {
    expect(await overview(failing(code))).toMatchObject({ market: [], installed: [{ appCode: 'hello' }] });
  }
});

it('fails for any other reason', async () => {
  await expect(overview(failing('NETWORK_UNREACHABLE'))).rejects.toMatchObject({
    code: 'NETWORK_UNREACHABLE',
  });
});
