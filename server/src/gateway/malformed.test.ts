import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HSTS } from '../kernel/index.ts';
import { listen, type Listener } from './listen.ts';
import { answerMalformed } from './malformed.ts';

let server: Listener;
beforeAll(async () => {
  server = await listen((_request, response) => response.end('ok'), {
    key: 'server.port',
    port: 0,
    host: '127.0.0.1',
  });
});
afterAll(() => server.close(0));

const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    connect(server.port, '127.0.0.1', function send(this: { write(text: string): void }) {
      this.write(bytes);
    })
      .on('data', (piece: Buffer) => (text += piece.toString()))
      .on('error', reject)
      .on('close', () => resolve(text));
  });

it.each([
  ['no request', 'hello\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'REQUEST_MALFORMED',
  ],
  [
    'large headers',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
])(
  'findings: security 18: answers %s in the envelope, with the headers of every answer',
  async (_what, bytes, status, error) => {
    const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const answer = JSON.parse(body) as { requestId: string };
    expect(answer).toMatchObject({ code: status, error, msg: expect.any(String) as string });
    for (const header of [
      `x-request-id: ${answer.requestId}`,
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
      'cross-origin-resource-policy: same-origin',
      'cache-control: no-store',
      'connection: close',
      `content-length: ${Buffer.byteLength(body)}`,
    ]) {
      expect(head).toContain(header);
    }
    expect(head).not.toMatch(/strict-transport|server:/i);
  },
);

describe('a connection that the parser gives up', () => {
  const failed = (code?: string): NodeJS.ErrnoException => Object.assign(new Error('no'), { code });

  it('is told that its request did not arrive in time', async () => {
    const socket = new PassThrough();
    answerMalformed(failed('ERR_HTTP_REQUEST_TIMEOUT'), socket);
    const [head, body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(JSON.parse(body)).toMatchObject({ code: 408, error: 'REQUEST_TIMEOUT' });
  });

  it('is told to speak HTTPS from now on where it does', async () => {
    const socket = Object.assign(new PassThrough(), { encrypted: true });
    answerMalformed(failed('HPE_INVALID_METHOD'), socket);
    expect(await text(socket)).toContain(`\r\nstrict-transport-security: ${HSTS}\r\n`);
  });

  it.each(['ECONNRESET', 'ERR_SSL_HTTP_REQUEST', undefined])('is ended without an answer: %s', (code) => {
    const socket = new PassThrough();
    answerMalformed(failed(code), socket);
    expect([socket.destroyed, socket.read()]).toEqual([true, null]);
  });

  it('is ended where nothing can be written to it any more', () => {
    const socket = new PassThrough();
    socket.end();
    answerMalformed(failed('HPE_INVALID_METHOD'), socket);
    expect(socket.destroyed).toBe(true);
  });
});
