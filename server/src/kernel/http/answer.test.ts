import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { PlatformError, R } from '@platform/plugin-sdk/core';
import { Type, type Ctx } from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService, type Route } from './index.ts';

let http: HttpService;
let server: Server;
const html = (value: unknown) => (ctx: Ctx) => {
  ctx.reply.header('content-type', 'text/html; charset=utf-8');
  if (value instanceof Error) throw value;
  return value;
};
const handlers: Record<string, Route['handler']> = {
  text: html('<p>hello</p>'),
  bytes: html(Buffer.from('<p>bytes</p>')),
  stream: (ctx) => html(Readable.from(['<p>', 'stream', '</p>']))(ctx),
  nothing: html(undefined),
  null: html(null),
  untyped: () => Readable.from(['a', 'b']),
  shouted: (ctx) => {
    ctx.reply.header('content-type', ' Application/JSON');
    return { a: 1 };
  },
  later: async (ctx) => Promise.resolve(html('<p>later</p>')(ctx)),
  object: html({ a: 1 }),
  list: html([1]),
  fails: html(new PlatformError({ code: 'OUT_OF_STOCK', status: 409, message: 'None left.' })),
  download: (ctx) => {
    ctx.reply.header('content-disposition', 'attachment; filename="a.csv"');
    throw new PlatformError({ code: 'OUT_OF_STOCK', status: 409, message: 'None left.' });
  },
  envelope: html(new R(404, 'none', null)),
  csv: (ctx) => {
    ctx.reply.header('content-type', 'text/csv').header('content-disposition', 'attachment');
    return 'a,b';
  },
  created: (ctx) => {
    ctx.reply.status(201);
    return R.ok({ id: 1 });
  },
  unwritable: () => ({
    toJSON: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a handler may do
      throw null;
    },
  }),
  json: (ctx) => {
    ctx.reply.header('content-type', 'application/json');
    return 'text';
  },
};

beforeAll(async () => {
  http = new HttpService(testConfig(), silentLogger);
  const route = (url: string, handler: Route['handler'], schema?: Route['schema']) =>
    defineRoute({ method: 'GET', url, auth: 'public', summary: 'x', handler, ...(schema ? { schema } : {}) });
  http.routes(Object.entries(handlers).map(([name, handler]) => route(`/${name}`, handler)));
  http.routes([route('/typed', html('<p>typed</p>'), { response: Type.String() })]);
  http.routes(
    [{ state: 'UP' }, undefined].map((answer, index) =>
      defineRoute({
        ...route(`/bare${index}`, () => answer, { response: Type.Object({ state: Type.String() }) }),
        produces: 'application/vnd.health+json',
      }),
    ),
  );
  await http.ready();
  server = createServer(http.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.close();
  await http.close();
});

async function get(path: string) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`);
  const { status, headers } = response;
  const [type, disposition] = [headers.get('content-type'), headers.get('content-disposition')];
  return { status, type, disposition, text: await response.text() };
}

it.each([
  ['text', '<p>hello</p>'],
  ['bytes', '<p>bytes</p>'],
  ['stream', '<p>stream</p>'],
  ['later', '<p>later</p>'],
  ['typed', '<p>typed</p>'],
  ['nothing', ''],
  ['null', ''],
])('findings: applications 12: returns %s unchanged when the handler sets text/html', async (path, text) => {
  expect(await get(path)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', text });
});

it('returns any other text unchanged, and JSON in the envelope', async () => {
  expect(await get('csv')).toMatchObject({ status: 200, type: 'text/csv', text: 'a,b' });
  expect(JSON.parse((await get('json')).text)).toEqual({ code: 200, msg: 'success', data: 'text' });
});

it('findings: applications 12: explains an unsuitable value for such a type', async () => {
  for (const [path, what] of [
    ['object', 'a value of type object'],
    ['list', 'an array'],
  ] as const) {
    const answer = await get(path);
    expect(answer).toMatchObject({ status: 500, type: 'application/json; charset=utf-8' });
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'ANSWER_TYPE_MISMATCH' });
    expect(answer.text).toContain(`text/html; charset=utf-8 and returned ${what}`);
  }
});

it('streams without a content type, and reads one in any case', async () => {
  expect(await get('untyped')).toMatchObject({ status: 200, text: 'ab' });
  expect(JSON.parse((await get('shouted')).text)).toMatchObject({ code: 200, data: { a: 1 } });
});

it('keeps failures in the envelope, with any content type', async () => {
  const failed = await get('fails');
  expect(failed).toMatchObject({ status: 409, type: 'application/json; charset=utf-8' });
  expect(JSON.parse(failed.text)).toMatchObject({ error: 'OUT_OF_STOCK' });
  const none = await get('envelope');
  expect(none).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' });
  expect(JSON.parse(none.text)).toMatchObject({ code: 404, msg: 'none' });
});

it('lets no browser save a failure under the name of the file', async () => {
  expect(await get('download')).toMatchObject({ status: 409, disposition: null });
  expect(await get('csv')).toMatchObject({ status: 200, disposition: 'attachment' });
});

it('keeps the status that a handler set, when its envelope says that all is well', async () => {
  expect(await get('created')).toMatchObject({ status: 201, type: 'application/json; charset=utf-8' });
});

it('reports an answer that cannot be written, whatever is thrown', async () => {
  const answer = await get('unwritable');
  expect(answer).toMatchObject({ status: 500, type: 'application/json; charset=utf-8' });
  expect(JSON.parse(answer.text)).toMatchObject({ error: 'INTERNAL_ERROR' });
});

it.each([
  ['bare0', '{"state":"UP"}'],
  ['bare1', ''],
])('answers %s without the envelope under the content type of its route', async (path, text) => {
  const answer = await get(path);
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.type).toMatch(/^application\/vnd\.health\+json\b/);
});
