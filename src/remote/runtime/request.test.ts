// @vitest-environment node
import { AxiosHeaders, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { describe, expect, it } from 'vitest';
import { createRequest } from './request.ts';

function requestTo(body: unknown) {
  const sent: AxiosRequestConfig[] = [];
  const request = createRequest(async (config) => {
    sent.push(config);
    return {
      data: body,
      status: 200,
      statusText: 'OK',
      headers: { 'x-a': '1' },
      config: { headers: new AxiosHeaders() },
    } satisfies AxiosResponse;
  });
  return { request, sent };
}

describe('design 9.6-37: runtime.request', () => {
  it.each([
    [{ code: 200, msg: 'ok', data: { id: 1 } }, { id: 1 }],
    [
      { code: 200, msg: 'ok', total: 2, rows: [1, 2] },
      { total: 2, rows: [1, 2] },
    ],
    [
      { code: 200, msg: 'ok', total: 1001, totalExact: false, rows: [1], next: '1' },
      { total: 1001, totalExact: false, rows: [1], next: '1' },
    ],
    [
      { code: 200, msg: 'ok', total: 1, rows: [1], next: null },
      { total: 1, rows: [1], next: null },
    ],
    [{ code: 200, msg: 'ok', data: null }, null],
    ['plain text', 'plain text'],
    [[1], [1]],
  ])('unwraps %j', async (body, expected) => {
    expect(await requestTo(body).request.get('/x')).toEqual(expected);
  });

  it('sends each method with its body', async () => {
    const { request, sent } = requestTo({ code: 200 });
    await request({ url: '/a' });
    await request.get('/b', { params: { q: 1 } });
    await request.post('/c', { x: 1 });
    await request.put('/d', 2);
    await request.patch('/e', 3);
    await request.delete('/f');
    expect(sent.map(({ allowAbsoluteUrls, ...rest }) => ({ ...rest, at: allowAbsoluteUrls }))).toEqual(
      [
        { url: '/a' },
        { method: 'get', url: '/b', params: { q: 1 } },
        { method: 'post', url: '/c', data: { x: 1 } },
        { method: 'put', url: '/d', data: 2 },
        { method: 'patch', url: '/e', data: 3 },
        { method: 'delete', url: '/f' },
      ].map((config) => ({ ...config, at: false })),
    );
  });

  it('findings: remotes 2: goes to the host alone, and gives nothing of the session back', async () => {
    const { request, sent } = requestTo('x');
    const foreign = { url: 'https://elsewhere.example/x', baseURL: 'https://elsewhere.example' };
    const { config } = await request.raw({ ...foreign, adapter: () => Promise.reject(new Error('own')) });
    expect(sent).toEqual([{ url: foreign.url, allowAbsoluteUrls: false }]);
    expect(config.headers).toBeUndefined();
  });

  it('gives the response by raw', async () => {
    expect((await requestTo('x').request.raw({ url: '/file' })).headers).toEqual({ 'x-a': '1' });
  });
});
