import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PluginHttpClient } from './plugin-http-client.ts';

describe('calls to other systems', () => {
  let server: Server;
  let url: string;
  const client = new PluginHttpClient(fetch);
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://x');
      if (pathname === '/silent') return;
      if (pathname === '/half') return void response.write('half');
      if (pathname === '/large') return void response.end('x'.repeat(2_000));
      if (pathname === '/html') return void response.writeHead(503).end('<html>');
      if (pathname === '/away') return void response.writeHead(302, { location: '/echo' }).end();
      if (pathname === '/drip') {
        for (const piece of ['a', 'b', 'c']) {
          response.write(piece);
          await new Promise((resolve) => setTimeout(resolve, 700));
        }
        return void response.end();
      }
      const { method, headers } = request;
      const body = await text(request);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method, search, type: headers['content-type'], body }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sends query, JSON, forms and text, and reads the response', async () => {
    const query = { a: 1, b: ['x', 'y'], c: undefined };
    const got = await client.get(`${url}/echo?z=0`, { query });
    expect([got.status, got.ok, got.headers['content-type']]).toEqual([200, true, 'application/json']);
    expect(got.json()).toMatchObject({ method: 'GET', search: '?z=0&a=1&b=x&b=y' });
    expect((await client.post(`${url}/echo`, { n: 1 })).json()).toMatchObject({
      method: 'POST',
      type: 'application/json',
      body: '{"n":1}',
    });
    const typed = {
      body: { n: 1 },
      method: 'POST',
      headers: { 'content-type': 'application/vnd.shop+json' },
    } as const;
    expect((await client.request(`${url}/echo`, typed)).json()).toMatchObject({
      type: 'application/vnd.shop+json',
      body: '{"n":1}',
    });
    const form = await client.request(`${url}/echo`, {
      method: 'PUT',
      body: new URLSearchParams({ k: 'v' }),
    });
    expect(form.json()).toMatchObject({ method: 'PUT', body: 'k=v' });
    expect((await client.post(`${url}/echo`, 'plain')).json()).toMatchObject({ body: 'plain' });
  });

  it('returns any status, and follows redirects by default', async () => {
    const answer = await client.get(`${url}/html`);
    expect([answer.status, answer.ok, answer.text()]).toEqual([503, false, '<html>']);
    expect(() => answer.json()).toThrow(expect.objectContaining({ code: 'HTTP_ANSWER_INVALID' }) as Error);
    expect((await client.get(`${url}/away`)).status).toBe(200);
    expect((await client.get(`${url}/away`, { redirect: 'manual' })).status).toBe(302);
  });

  it.each(['/silent', '/half'])('ends at the timeout: %s', async (path) => {
    await expect(client.get(url + path, { timeout: '50ms' })).rejects.toMatchObject({
      code: 'HTTP_TIMEOUT',
      status: 504,
    });
  });

  it('ends when its caller aborts', async () => {
    const abort = new AbortController();
    const call = client.get(`${url}/silent`, { signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
  });

  it('names an unreachable host, and refuses responses that are too large', async () => {
    await expect(client.get('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'HTTP_UNREACHABLE' });
    await expect(client.get(`${url}/large`, { maxBytes: 1_000 })).rejects.toMatchObject({
      code: 'HTTP_ANSWER_TOO_LARGE',
    });
  });

  it('streams; the timeout applies between two chunks', async () => {
    const { body, status } = await client.stream(`${url}/drip`, { timeout: '2s' });
    expect([status, await text(body)]).toEqual([200, 'abc']);
    const stuck = await client.stream(`${url}/half`, { timeout: '50ms' });
    await expect(text(stuck.body)).rejects.toMatchObject({ code: 'HTTP_TIMEOUT' });
  });
});
