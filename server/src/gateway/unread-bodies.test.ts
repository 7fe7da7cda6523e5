import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineRoute, HttpService, silentLogger } from '../kernel/index.ts';
import { testConfig } from '../kernel/testing/config.ts';
import { listen, type Listener } from './listen.ts';

const GIGABYTE = 2 ** 30;
const FORM = 'multipart/form-data; boundary=b';
const PART = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n';
const CHUNK = Buffer.alloc(1_000_000);

let api: Listener;
let http: HttpService;
beforeAll(async () => {
  http = new HttpService(testConfig(), silentLogger);
  const handler = async (ctx: Parameters<Parameters<typeof defineRoute>[0]['handler']>[0]) => {
    const names: string[] = [];
    for await (const file of ctx.files()) {
      names.push(file.fileName);
      file.stream.resume();
    }
    return names;
  };
  http.routes([
    defineRoute({ method: 'POST', url: '/files', auth: 'public', summary: 'x', handler }),
    defineRoute({ method: 'POST', url: '/own', auth: 'login', summary: 'x', handler }),
  ]);
  await http.ready();
  api = await listen(http.handle, { key: 'server.port', port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await api.close(0);
  await http.close();
});

interface Sent {
  readonly path?: string;
  readonly type?: string;
  readonly length?: number;
  readonly headers?: string;
}

/** Sends the head of a request. @returns its connection, and what has been answered so far */
function begin({ path = '/files', type = FORM, length = GIGABYTE, headers = '' }: Sent) {
  const socket = connect(api.port, '127.0.0.1');
  let answer = '';
  let error: NodeJS.ErrnoException | undefined;
  socket.setEncoding('utf8').on('data', (text) => (answer += String(text)));
  socket.on('error', (thrown) => (error = thrown));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${length}\r\ncontent-type: ${type}\r\n\r\n`,
  );
  return { socket, answer: () => answer, error: () => error };
}

/** Sends data until it is told that the other side has ended, as clients do that do not look. */
async function flood(socket: Socket): Promise<number> {
  let sent = 0;
  let over = false;
  socket.once('end', () => (over = true)).once('close', () => (over = true));
  while (!over) {
    sent += CHUNK.length;
    if (!socket.write(CHUNK)) await Promise.race([once(socket, 'drain'), sleep(100)]);
  }
  return sent;
}

const refused: ReadonlyArray<[string, Sent, number, string]> = [
  ['a form over the limit', {}, 413, 'BODY_TOO_LARGE'],
  ['JSON over the limit', { type: 'application/json' }, 413, 'BODY_TOO_LARGE'],
  ['a form of nobody', { path: '/own' }, 401, 'UNAUTHENTICATED'],
  ['a form at no route', { path: '/none' }, 404, 'NOT_FOUND'],
  ['a body that nobody reads', { type: 'video/mp4' }, 415, 'MEDIA_TYPE_UNSUPPORTED'],
];

describe.each(refused)('issue 19: %s', (_, sent, status, code) => {
  it('is answered before it is sent, and ends the connection', async () => {
    const { socket, answer } = begin(sent);
    await once(socket, 'end');
    expect(answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer()).toMatch(/^connection: close\r$/im);
    expect(answer()).toContain(code);
    socket.end();
    await once(socket, 'close');
  });

  it('is answered to a client that keeps sending, and is not read to its end', async () => {
    const { socket, answer, error } = begin(sent);
    const bytes = await flood(socket);
    expect(error()).toBeUndefined();
    expect(answer()).toContain(code);
    expect(bytes).toBeLessThan(GIGABYTE / 2);
    socket.destroy();
  });

  it('is not asked for where the client waits until it may send', async () => {
    const { socket, answer } = begin({ ...sent, headers: 'expect: 100-continue\r\n' });
    await once(socket, 'end');
    expect(answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  });
});

describe('issue 19: a form below the limit', () => {
  const body = `${PART}text\r\n--b--\r\n`;

  it('is asked for where the client waits until it may send', async () => {
    const { socket, answer } = begin({ length: body.length, headers: 'expect: 100-continue\r\n' });
    await expect.poll(answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    await expect.poll(answer).toContain('["a.zip"]');
    socket.destroy();
  });

  it('keeps the connection of a small one that is refused', async () => {
    const { socket, answer } = begin({ path: '/own', length: body.length });
    socket.write(body);
    await expect.poll(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer()).toMatch(/^connection: keep-alive\r$/im);
    socket.destroy();
  });
});
