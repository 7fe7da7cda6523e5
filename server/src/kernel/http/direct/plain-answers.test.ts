import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JSON_TYPE } from '../answer.ts';
import { plainHeaders } from '../exchange.ts';
import { PlainAnswers } from './plain-answers.ts';

const undo: Array<() => unknown> = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-02T03:04:05.600Z') }));
afterEach(async () => {
  vi.useRealTimers();
  for (const work of undo.splice(0).reverse()) await work();
});

async function serve(handler: RequestListener, keepAliveTimeout = 65_000): Promise<number> {
  const server = createServer({ keepAliveTimeout }, handler).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends requests one after the other over one connection. @returns the answers, without dates */
async function answersTo(port: number, requests: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  socket.write(requests.map((lines) => `GET / HTTP/1.1\r\nhost: test\r\n${lines}\r\n`).join(''));
  const answers = (await text(socket)).replaceAll(/^Date: .*\r\n/gm, '');
  return answers.split(/(?=HTTP\/1\.1 )/);
}

const LAST = 'connection: close\r\n';

/** Bytes that Node writes for the same answers, each on its own. */
async function asNodeWrites(bodies: readonly string[]): Promise<string[]> {
  let next = 0;
  const port = await serve((_request, response) => {
    const body = bodies[next] ?? '';
    response.writeHead(200, plainHeaders(`request-${next++}`, JSON_TYPE, Buffer.byteLength(body)));
    response.end(body);
  });
  return answersTo(
    port,
    bodies.map((_, index) => (index === bodies.length - 1 ? LAST : '')),
  );
}

const BODIES = ['{"a":1}', '{"a":"second"}', '{"a":"é"}', '{"a":"漢字 €"}', '', '{"last":true}'];

/** Calls `composed` when Node composes a head. */
function watchHeads(response: ServerResponse, composed: () => void): void {
  const original = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    composed();
    return original(...given);
  };
}

it('writes what Node would, whoever composes the head', async () => {
  const answers = new PlainAnswers();
  const composed = vi.fn();
  let next = 0;
  const port = await serve((_request, response) => {
    watchHeads(response, composed);
    answers.send(response, `request-${next}`, BODIES[next++] ?? '');
  });
  const all = BODIES.map((_, index) => (index === BODIES.length - 1 ? LAST : ''));
  expect(await answersTo(port, all)).toEqual(await asNodeWrites(BODIES));
  // The first one, and the one after which the connection ends.
  expect(composed).toHaveBeenCalledTimes(2);
});

it('has a date of its own each second', async () => {
  const answers = new PlainAnswers();
  const composed: string[] = [];
  const port = await serve((request, response) => {
    const time = String(request.headers['x-time']);
    vi.setSystemTime(Date.parse(`2026-01-02T03:04:${time}Z`));
    watchHeads(response, () => composed.push(time));
    answers.send(response, 'request-1', '{}');
  });
  const times = ['05.600', '05.999', '06.000', '06.900'].map((time) => `x-time: ${time}\r\n`);
  await answersTo(port, [...times, `x-time: 06.950\r\n${LAST}`]);
  expect(composed).toEqual(['05.600', '06.000', '06.950']);
});

it('keeps headers that were set before, and tells the timeout of each server', async () => {
  const answers = new PlainAnswers();
  const handler: RequestListener = (request, response) => {
    if (request.headers['x-secure']) response.setHeader('strict-transport-security', 'max-age=1');
    answers.send(response, 'request-1', '{}');
  };
  const [long, short] = [await serve(handler), await serve(handler, 7_000)];
  const [plain = '', secure = '', again = ''] = await answersTo(long, ['', 'x-secure: 1\r\n', '', LAST]);
  expect(plain).toContain('\r\nKeep-Alive: timeout=65\r\n');
  expect(secure).toContain('\r\nstrict-transport-security: max-age=1\r\n');
  expect(again).toBe(plain);
  const [other = ''] = await answersTo(short, ['', LAST]);
  expect(other).toContain('\r\nKeep-Alive: timeout=7\r\n');
});
