import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpCatalog } from './http-catalog.ts';

const SIZE = 300_000;
const content = randomBytes(SIZE);
const sha256 = createHash('sha256').update(content).digest('hex');
const wanted = { appCode: 'demo', version: '1.0.0', size: SIZE, sha256 };
const app = {
  ...{ appCode: 'demo', name: 'Demo', description: null, icon: null, category: null, author: null },
  ...{ homepage: null, latestVersion: '1.0.0', signatureState: 'signed', platform: null, dependencies: {} },
};

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};
const rangeOf = (request: IncomingMessage): number =>
  Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
/** Answers as a publisher does, from the byte that is asked for. */
const head = (request: IncomingMessage, response: ServerResponse): Buffer => {
  const from = rangeOf(request);
  const type = { 'content-type': 'application/zip', etag: `"${sha256}"`, 'content-length': SIZE - from };
  if (from === 0) response.writeHead(200, type);
  else response.writeHead(206, { ...type, 'content-range': `bytes ${from}-${SIZE - 1}/${SIZE}` });
  return content.subarray(from);
};
describe('a misbehaving catalog', () => {
  let server: Server;
  let catalog: HttpCatalog;
  /** The same for those who wait for little. */
  let impatient: HttpCatalog;
  let folder: string;
  let answer: RequestListener;
  let asked: string[];
  const log: string[] = [];
  /** The connection to close, and how many bytes of the package the host has by then. */
  let cut: { readonly at: number; readonly close: () => void } | undefined;
  const watch = {
    log: (line: string) => void log.push(line),
    progress: async (share: number) => {
      if (cut && Math.round(share * SIZE) >= cut.at) cut.close();
    },
  };
  /**
   * Sends the next bytes of a package, and closes the connection when the host has written them: a
   * client drops what it has not read when its connection breaks.
   */
  const cutAfter = (response: ServerResponse, from: number, count: number): void => {
    cut = { at: from + count, close: () => void response.destroy() };
    response.write(content.subarray(from, from + count));
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-catalog-'));
    asked = [];
    cut = undefined;
    log.length = 0;
    server = createServer((request, response) => {
      asked.push([request.headers.range, request.headers['if-range']].filter(Boolean).join(' '));
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    catalog = open(address, 15_000);
    impatient = open(address, 200);
  });
  afterEach(async () => {
    await catalog.close();
    await impatient.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  const open = (baseUrl: string, ms: number) =>
    new HttpCatalog({ baseUrl, token: 'pct_secret', connectTimeoutMs: ms, readTimeoutMs: ms });
  const file = () => join(folder, 'package.zip');
  const download = () => catalog.package(wanted, file(), watch);
  const failing = async (work: () => Promise<unknown>, code: string, message: RegExp) => {
    const error = await work().catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code, fix: expect.any(String) as string });
    expect((error as Error).message).toMatch(message);
  };

  it('is requested with the interface token, page by page', async () => {
    const urls: string[] = [];
    answer = (request, response) => {
      expect(request.headers['x-catalog-token']).toBe('pct_secret');
      urls.push(request.url ?? '');
      json(response, { code: 200, total: 501, rows: [app] });
    };
    expect(await catalog.apps()).toHaveLength(2);
    expect(urls[1]).toBe('/app/catalog/apps?pageNum=2&pageSize=500');
  });

  it('spec: Limits/catalog caching: none, each call requests it again and returns its current state', async () => {
    let latestVersion = '1.0.0';
    answer = (request, response) => {
      expect(request.headers['if-none-match']).toBeUndefined();
      const now = { ...app, latestVersion };
      const found = request.url?.includes('?') ? { total: 1, rows: [now] } : { data: now };
      response.setHeader('cache-control', 'public, max-age=3600').setHeader('etag', '"same"');
      json(response, { code: 200, ...found });
    };
    const read = async () => [(await catalog.apps())[0], await catalog.app('demo')];
    expect(await read()).toMatchObject([{ latestVersion: '1.0.0' }, { latestVersion: '1.0.0' }]);
    latestVersion = '1.1.0';
    expect(await read()).toMatchObject([{ latestVersion: '1.1.0' }, { latestVersion: '1.1.0' }]);
    expect(asked).toHaveLength(4);
  });

  it('spec: Errors/catalog token invalid, also from the publisher', async () => {
    const body = {
      code: 401,
      error: 'CATALOG_TOKEN_INVALID',
      msg: 'catalog interface token check failed: the token was revoked.',
    };
    answer = (_request, response) => json(response, body, 401);
    await failing(() => catalog.apps(), 'CATALOG_TOKEN_INVALID', /^catalog interface token check failed/);
    await failing(download, 'CATALOG_TOKEN_INVALID', /^catalog interface token check failed/);
  });

  it('spec: Errors/catalog remote answers 200 with an error envelope: reports that error, for lists and packages', async () => {
    answer = (_request, response) => json(response, { code: 500, msg: 'database gone' });
    await failing(() => catalog.apps(), 'CATALOG_REFUSED', /refused with 500: database gone/);
    await failing(download, 'CATALOG_REFUSED', /database gone/);
    answer = (_request, response) => json(response, { code: 404, error: 'APP_NOT_FOUND', msg: 'no demo' });
    await failing(() => catalog.app('demo'), 'APP_NOT_FOUND', /no demo/);
  });

  it('returns a web page, another form, or too much', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    await failing(() => catalog.apps(), 'CATALOG_ANSWER_INVALID', /HTTP 200 with a web page/);
    await failing(download, 'CATALOG_ANSWER_INVALID', /web page/);
    answer = (_request, response) => json(response, { hello: 1 });
    await failing(() => catalog.apps(), 'CATALOG_ANSWER_INVALID', /without a result envelope/);
    answer = (_request, response) =>
      json(response, { code: 200, rows: [{ ...app, dependencies: [] }], total: 1 });
    await failing(() => catalog.apps(), 'CATALOG_ANSWER_INVALID', /at \/0\/dependencies/);
  });

  it('never ends: reading stops after an empty page, 10,000 applications, or 64 MiB', async () => {
    answer = (_request, response) =>
      json(response, { code: 200, total: 1e9, rows: asked.length < 3 ? [app] : [] });
    expect(await catalog.apps()).toHaveLength(2);
    expect(asked).toHaveLength(3);
    const rows = Array.from({ length: 500 }, () => app);
    answer = (_request, response) => json(response, { code: 200, total: 1e9, rows });
    expect(await catalog.apps()).toHaveLength(10_000);
    const blank = Buffer.alloc(1024 * 1024, ' ');
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        if (!response.destroyed) response.write(blank, more);
      };
      more();
    };
    await failing(() => catalog.apps(), 'CATALOG_ANSWER_INVALID', /exceeds 67108864 bytes/);
  });

  it('sends another part than the one asked for', async () => {
    answer = (request, response) => {
      if (rangeOf(request) === 0) {
        head(request, response);
        return cutAfter(response, 0, 5000);
      }
      const headers = { 'content-type': 'application/zip', 'content-range': `bytes 0-9/${SIZE}` };
      return void response.writeHead(206, headers).end(content.subarray(0, 10));
    };
    await failing(download, 'CATALOG_ANSWER_INVALID', /./);
    expect(asked).toHaveLength(2);
  });

  it('reports an error with any status of an error', async () => {
    for (const status of [400, 404, 500]) {
      answer = (_request, response) =>
        json(response, { code: 404, error: 'APP_NOT_FOUND', msg: 'no demo' }, status);
      await failing(() => catalog.app('demo'), 'APP_NOT_FOUND', /no demo/);
    }
  });

  it('redirects elsewhere: the token is not sent there', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
    await failing(() => catalog.apps(), 'CATALOG_REDIRECTED', /elsewhere\.example/);
    await failing(download, 'CATALOG_REDIRECTED', /elsewhere\.example/);
    expect(asked).toHaveLength(2);
  });

  it('spec: Limits/catalog read-timeout-ms: responds late, or stalls in the middle', async () => {
    answer = () => undefined;
    await failing(() => impatient.apps(), 'CATALOG_TIMEOUT', /did not answer within 200 ms/);
    answer = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    await failing(() => impatient.apps(), 'CATALOG_TIMEOUT', /did not answer within 200 ms/);
  });

  it('spec: Limits/catalog connect-timeout-ms: does not accept a connection', async () => {
    const silent = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    // The handshake belongs to the connection.
    const far = open(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`, 200);
    await failing(() => far.apps(), 'CATALOG_TIMEOUT', /did not accept a connection within 200 ms/);
    await far.close();
    silent.close();
  });

  it('is down', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await failing(() => catalog.apps(), 'CATALOG_UNREACHABLE', /ECONNREFUSED.*keep working/);
    await failing(download, 'CATALOG_UNREACHABLE', /ECONNREFUSED/);
    server.listen(0);
  });

  it('is interrupted twice: the transfer resumes', async () => {
    answer = (request, response) => {
      const part = head(request, response);
      if (asked.length > 2) response.end(part);
      else cutAfter(response, rangeOf(request), 100_000);
    };
    await download();
    expect((await readFile(file())).equals(content)).toBe(true);
    expect(asked).toEqual(['', `bytes=100000- "${sha256}"`, `bytes=200000- "${sha256}"`]);
    expect(log.filter((line) => /interrupted at/.test(line))).toHaveLength(2);
  });

  it('stalls without support for ranges: the transfer starts over', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': SIZE });
      if (asked.length === 1) response.write(content.subarray(0, 1000));
      else response.end(content);
    };
    await impatient.package(wanted, file(), watch);
    expect((await readFile(file())).equals(content)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is interrupted repeatedly at the same place: the transfer fails', async () => {
    answer = (request, response) => {
      head(request, response);
      if (rangeOf(request) > 0) response.destroy();
      else cutAfter(response, 0, 5000);
    };
    await failing(download, 'CATALOG_TRANSFER_BROKEN', /last at 5000 of 300000 bytes/);
    expect(asked.length).toBeLessThan(8);
  });

  it('sends another package, a longer, an endless or a shorter one', async () => {
    const send =
      (headers: Record<string, string | number>, body: Buffer): RequestListener =>
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/zip', ...headers }).end(body);
    answer = send({}, randomBytes(SIZE));
    await failing(download, 'CATALOG_PACKAGE_MISMATCH', /SHA-256 differs/);
    answer = send({ 'content-length': SIZE + 1 }, Buffer.concat([content, Buffer.from('x')]));
    await failing(download, 'CATALOG_PACKAGE_MISMATCH', /has 300001 bytes instead of 300000/);
    answer = send({}, Buffer.concat([content, content]));
    await failing(download, 'CATALOG_PACKAGE_MISMATCH', /more than the declared 300000 bytes/);
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      const more = (): void => {
        sent += content.length;
        if (!response.destroyed) response.write(content, () => setTimeout(more, 5));
      };
      more();
    };
    await failing(download, 'CATALOG_PACKAGE_MISMATCH', /more than the declared/);
    expect(sent).toBeLessThan(20 * SIZE);
    answer = send({ 'content-length': 10 }, content.subarray(0, 10));
    await failing(download, 'CATALOG_PACKAGE_MISMATCH', /has 10 bytes instead/);
    expect(await readdir(folder)).toEqual(['package.zip']);
  });

  it('is cancelled at once, even while nothing arrives', async () => {
    answer = (request, response) => void response.write(head(request, response).subarray(0, 10));
    const patient = new HttpCatalog({
      baseUrl: catalog.address,
      token: '',
      connectTimeoutMs: 9_000,
      readTimeoutMs: 60_000,
    });
    const stop = new AbortController();
    const progress = async () => void setImmediate(() => stop.abort(new Error('the host stops')));
    const done = patient.package(wanted, file(), { ...watch, progress, signal: stop.signal });
    await expect(done).rejects.toThrow('the host stops');
    await patient.close();
  });

  it('is cancelled with the task', async () => {
    answer = (request, response) => response.end(head(request, response));
    const stopped = {
      ...watch,
      progress: () => Promise.reject(Object.assign(new Error('stop'), { name: 'Stop' })),
    };
    await expect(catalog.package(wanted, file(), stopped)).rejects.toThrow('stop');
  });
});
