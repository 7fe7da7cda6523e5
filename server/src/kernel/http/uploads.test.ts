import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx, UploadedFile } from '@platform/plugin-sdk/web';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchUncaught } from '../../testing/uncaught.ts';
import { heldStream } from '../held-stream.ts';
import { silentLogger } from '../logger.ts';
import { testConfig } from '../testing/config.ts';
import { defineRoute, HttpService } from './index.ts';
import { readFiles } from './uploads.ts';

const sizeOf = async ({ stream }: UploadedFile): Promise<number> => {
  let size = 0;
  for await (const chunk of stream) size += (chunk as Buffer).length;
  return size;
};
type Files = Pick<Ctx, 'files'>;
const all = async (ctx: Files): Promise<number[]> => {
  const sizes: number[] = [];
  for await (const file of ctx.files()) sizes.push(await sizeOf(file));
  return sizes;
};
const first = async (ctx: Files): Promise<UploadedFile | undefined> => {
  for await (const file of ctx.files()) return file;
  return undefined;
};

/** Ways to handle a form. Each leaves a moment without a listener on the form's streams. */
const handlers: Record<string, (ctx: Files) => Promise<unknown>> = {
  all,
  none: async () => null,
  first: async (ctx) => (await first(ctx))?.fileName,
  late: async (ctx) => sleep(15).then(() => all(ctx)),
  slow: async (ctx) => {
    const file = await first(ctx);
    await sleep(15);
    return file && sizeOf(file);
  },
  given: async (ctx) => {
    const names: string[] = [];
    for await (const file of ctx.files()) {
      file.stream.destroy();
      names.push(file.fileName);
    }
    return names;
  },
};

const part = (name: string, size: number): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.bin"\r\n\r\n${'x'.repeat(size)}\r\n`;
const field = '--b\r\ncontent-disposition: form-data; name="note"\r\n\r\nvalue\r\n';
const FORM = `${part('one', 300)}${field}${part('two', 80_000)}${part('three', 10)}--b--\r\n`;

let server: Server;
let http: HttpService;
let running = 0;
let uncaught: ReturnType<typeof watchUncaught>;
const failures: unknown[] = [];

beforeEach(async () => {
  uncaught = watchUncaught();
  http = new HttpService(testConfig(), silentLogger);
  http.routes(
    Object.entries(handlers).map(([name, handler]) =>
      defineRoute({
        method: 'POST',
        url: `/${name}`,
        auth: 'public',
        summary: 'x',
        handler: async (ctx) => {
          running += 1;
          try {
            return await handler(ctx);
          } catch (error) {
            failures.push(error);
            throw error;
          } finally {
            running -= 1;
          }
        },
      }),
    ),
  );
  await http.ready();
  server = createServer(http.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(async () => {
  failures.length = 0;
  uncaught.stop();
  server.closeAllConnections();
  server.close();
  await http.close();
});

/** Sends so many bytes of a form, and says that it is so long. @returns the socket */
function send(handler: string, bytes: number, announced = bytes) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /${handler} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${announced}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\n\r\n${FORM.slice(0, bytes)}`,
  );
  return socket;
}

/**
 * Within the head of a part, at its end, in a file, in a field, before the next part, before the
 * closing boundary.
 */
const CUTS = [
  0,
  3,
  40,
  75,
  80,
  200,
  380,
  384,
  440,
  520,
  40_000,
  80_550,
  FORM.length - 20,
  FORM.length - 8,
  FORM.length - 3,
];

describe.each(Object.keys(handlers))('findings: security 1: a handler that reads %s', (handler) => {
  const settled = async (): Promise<void> => {
    await expect.poll(() => running).toBe(0);
    await sleep(5);
    expect(uncaught.errors).toEqual([]);
  };

  it('gets an error for a form truncated at any place, and responds', async () => {
    for (const cut of CUTS) {
      const answer = await text(send(handler, cut));
      expect(answer, `${cut}`).toMatch(/^HTTP\/1.1 (200|400) /);
      if (handler === 'all') expect(answer, `${cut}`).toContain('"error":"UPLOAD_BROKEN"');
    }
    await settled();
  });

  it('ends when the client disconnects at any place', async () => {
    for (const cut of CUTS) {
      const socket = send(handler, cut, FORM.length);
      await sleep(cut % 3 === 0 ? 0 : 8);
      socket.destroy();
    }
    await settled();
    if (handler === 'all') expect(failures.length).toBeGreaterThan(5);
  });

  it('reads a whole form', async () => {
    expect(await text(send(handler, FORM.length))).toMatch(/^HTTP\/1.1 200 /);
    await settled();
  });
});

it('findings: security 1: a file that a handler abandons does not block the next one', async () => {
  expect(await text(send('given', FORM.length))).toContain('["one.bin","two.bin","three.bin"]');
});

const requestOf = (...pieces: string[]): IncomingMessage => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return Object.assign(Readable.from(pieces.map((piece) => Buffer.from(piece))), {
    headers,
  }) as IncomingMessage;
};
const newResponse = (): ServerResponse => heldStream(new PassThrough()) as unknown as ServerResponse;

const read = async (form: string, limit: number): Promise<number[]> => {
  const [request, response] = [requestOf(form), newResponse()];
  const sizes: number[] = [];
  for await (const file of readFiles(request, response, limit)) sizes.push(await sizeOf(file));
  return sizes;
};

it('refuses a file over the limit, and no file at it', async () => {
  expect(await read(FORM, 80_001)).toEqual([300, 80_000, 10]);
  await expect(read(FORM, 79_999)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 });
});

it('gives the first ten files of a form', async () => {
  const parts = Array.from({ length: 12 }, (_, at) => part(`file-${at}`, at));
  expect(await read(`${parts.join('')}--b--\r\n`, 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('receives the rest of a form that a handler does not want', async () => {
  const form = `${part('one', 1)}${part('two', 400_000)}${part('three', 400_000)}--b--\r\n`;
  const request = requestOf(...(form.match(/[^]{1,10000}/g) ?? []));
  for await (const file of readFiles(request, newResponse(), 1_000_000)) {
    await sizeOf(file);
    break;
  }
  await expect.poll(() => request.readableEnded, { timeout: 5_000 }).toBe(true);
});
