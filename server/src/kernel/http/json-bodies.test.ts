import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService } from './index.ts';

let send: (body: string, type?: string) => Promise<{ error?: string; data?: unknown }>;
const undo: Array<() => unknown> = [];
beforeAll(async () => {
  const http = new HttpService(testConfig(), silentLogger);
  const handler = ({ body }: { body: unknown }) => JSON.stringify(body).length;
  http.routes([
    defineRoute({
      ...{ method: 'POST', url: '/x', auth: 'public', summary: 'x', handler },
      schema: { body: Type.Unknown() },
    } as never),
  ]);
  await http.ready();
  const server = createServer(http.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  undo.push(
    () => server.close(),
    () => http.close(),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  send = async (body, type = 'application/json') =>
    (await fetch(url, { method: 'POST', body, headers: { 'content-type': type } })).json() as never;
});
afterAll(async () => {
  for (const work of undo) await work();
});

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

it('refuses bodies nested more than 200 levels, of lists and of objects', async () => {
  for (const nested of [lists, objects]) {
    expect(await send(nested(200))).toHaveProperty('data');
    expect(await send(nested(201))).toMatchObject({ error: 'BODY_TOO_DEEP' });
  }
});

it('counts neither brackets in texts nor what is closed', async () => {
  expect(await send(JSON.stringify({ text: '['.repeat(500) }))).toHaveProperty('data');
  expect(await send(JSON.stringify({ text: `"\\${'{'.repeat(500)}` }))).toHaveProperty('data');
  expect(await send(`[${'[],{},'.repeat(300)}1]`)).toHaveProperty('data');
  expect(await send(`{"text": "\\\\", "a": ${lists(201)}}`)).toMatchObject({ error: 'BODY_TOO_DEEP' });
});

it.each(['application/vnd.spring-boot.actuator.v2+json', 'application/vnd.spring-boot.actuator.v3+json'])(
  'reads %s as JSON',
  async (type) => expect(await send('{"a":1}', type)).toMatchObject({ data: 7 }),
);

it.each(['{"__proto__": {}}', '{"constructor": {"prototype": 1}}', '{"a": '])('refuses %s', async (body) => {
  expect(await send(body)).toMatchObject({ error: 'BODY_NOT_JSON' });
});
