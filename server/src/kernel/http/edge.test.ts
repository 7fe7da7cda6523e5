import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { requestContext } from '../context.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService } from './index.ts';

const undo: Array<() => unknown> = [];
afterEach(async () => {
  for (const work of undo.splice(0).reverse()) await work();
});

/** Sends requests in one piece over one connection. @returns all answers */
async function pipelined(handler: RequestListener, requests: readonly string[]): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(requests.map((request) => `${request}host: localhost\r\n\r\n`).join(''));
  return text(socket);
}

it('design 3.4: starts a request without the previous context, and keeps its own to its end', async () => {
  const http = new HttpService(testConfig(), silentLogger);
  const user = { userId: 1, userName: 'a', tenantId: '000000', roles: [], permissions: [], sessionId: 1 };
  const before: unknown[] = [];
  http.useAuthenticator({
    authenticate: (token) => {
      before.push(requestContext.current());
      const known = { ...user, userName: token };
      return token === 'slow' ? Promise.resolve(known) : known;
    },
  });
  const name = (): string | undefined => requestContext.current()?.user?.userName;
  const handler = async (): Promise<string> => {
    const first = name();
    await new Promise((resolve) => setImmediate(resolve));
    return `${first} ${name()}`;
  };
  http.routes([defineRoute({ method: 'GET', url: '/name', auth: 'login', summary: 'x', handler })]);
  await http.ready();
  undo.push(() => http.close());
  const get = (token: string, more = ''): string =>
    `GET /name HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${more}`;
  const answers = await pipelined(http.handle, [
    get('slow'),
    get('quick'),
    get('slow'),
    get('last', 'connection: close\r\n'),
  ]);
  expect(answers.match(/"data":"[^"]*"/g)).toEqual([
    '"data":"slow slow"',
    '"data":"quick quick"',
    '"data":"slow slow"',
    '"data":"last last"',
  ]);
  expect(before).toEqual([undefined, undefined, undefined, undefined]);
  expect(requestContext.current()).toBeUndefined();
});
