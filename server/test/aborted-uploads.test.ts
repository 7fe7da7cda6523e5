import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLongRun } from '@platform/package-format/testing';
import { HTTP, type Route } from '../src/kernel/index.ts';
import { PackageWorkshop, publicKeys } from '../src/market/testing/test-packages.ts';
import { watchUncaught } from '../src/testing/uncaught.ts';
import { TestPlatform } from './support/platform.ts';

/**
 * Clients disconnect or truncate their form at any byte, on each route that takes a body: routes of
 * the host and open routes of an application. 100 times here, 2,000 times in `npm run test:long`.
 * (findings: security 1, 4; design 16-30)
 */
const ABORTS = isLongRun ? 2000 : 100;
const AT_ONCE = 8;
/** An id that nothing has. */
const NONE = '999999999999';

const backend = {
  'controller/drop.controller.ts': `
    import { AuthIgnore } from '@platform/plugin-sdk/auth';
    import { OssService } from '@platform/plugin-sdk/oss';
    import { Controller, Post, Put, Type } from '@platform/plugin-sdk/web';
    const schema = { body: Type.Object({ title: Type.String() }) };
    @AuthIgnore() @Controller('/open/demo', { inject: [OssService] })
    export class DropController {
      constructor(private readonly oss: OssService) {}
      @Post('/count') async count(ctx) {
        let size = 0;
        for await (const file of ctx.files()) for await (const chunk of file.stream) size += chunk.length;
        return size;
      }
      @Post('/first') async first(ctx) {
        for await (const file of ctx.files()) { await new Promise((done) => setTimeout(done, 3)); return file.fileName; }
      }
      @Post('/keep') async keep(ctx) {
        const kept = [];
        for await (const file of ctx.files()) kept.push(await this.oss.upload(file.stream, { name: file.fileName }));
        return kept;
      }
      @Put('/note', { schema }) note(ctx) { return ctx.body.title; }
    }`,
};

let platform: TestPlatform;
let workshop: PackageWorkshop;
let zip: Buffer;
let key: string;
beforeAll(async () => {
  key = mkdtempSync(join(tmpdir(), 'platform-key-'));
  writeFileSync(join(key, 'public.pem'), publicKeys[0] ?? '');
  platform = await TestPlatform.start(
    ['--open-api.rate-limit.max=1000000', '--logging.access=off'],
    undefined,
    join(key, 'public.pem'),
  );
  workshop = await PackageWorkshop.open();
  const file = await workshop.build({ backend });
  zip = readFileSync(file);
  const { api } = platform;
  const stored = await api.upload<Record<string, string>>('/app/package/parse', file);
  const { versionId, appId } = await api.post<Record<string, number>>('/app/version', stored);
  await api.post(`/app/version/${versionId}/publish`);
  await api.post(`/app/console/${appId}/status?status=1`);
  await api.post('/app/install', { appCode: 'demo' });
});
afterAll(async () => {
  await platform.remove();
  await workshop.close();
  rmSync(key, { recursive: true });
});

type Target = Pick<Route, 'method' | 'url'>;
/** Every route that may be sent a body; one that ends the caller's own session is left out. */
async function targets(): Promise<Target[]> {
  const described = (await (
    await fetch(`${platform.apiUrl}/app/runtime/applications/demo`, {
      headers: { authorization: `Bearer ${platform.token}` },
    })
  ).json()) as { data: { routes: Target[] } };
  return [...platform.services.use(HTTP).routeTable, ...described.data.routes].filter(
    ({ method, url }) => method !== 'GET' && url !== '/auth/logout',
  );
}

const form = (): Buffer => {
  const head = (name: string, file: string): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head('file', 'platform-demo-1.0.0.zip')),
    zip,
    Buffer.from(`\r\n${head('second', 'b.bin')}${'y'.repeat(70_000)}\r\n--b--\r\n`),
  ]);
};
const multipart = { type: 'multipart/form-data; boundary=b', body: form };
const bodies: ReadonlyArray<{ readonly type: string; readonly body: () => Buffer }> = [
  multipart,
  { type: 'application/json', body: () => Buffer.from(JSON.stringify({ title: 'x'.repeat(5_000) })) },
  { type: 'application/octet-stream', body: () => Buffer.alloc(50_000, 1) },
];

interface Abort {
  readonly target: Target;
  readonly kind: (typeof bodies)[number];
  /** Share of the body that is sent. */
  readonly part: number;
  /** The form ends there instead of the connection. */
  readonly isShort: boolean;
  readonly pause: number;
}

/** Sends a part of a body, and ends. Resolves when the connection is closed. */
async function abort({ target, kind, part, isShort, pause }: Abort): Promise<void> {
  const body = kind.body();
  const sent = body.subarray(0, Math.floor(body.length * part));
  const socket = connect(Number(new URL(platform.apiUrl).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).resume();
  const path = target.url.replaceAll(/:\w+/g, NONE);
  socket.write(
    `${target.method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${platform.token}\r\n` +
      `content-type: ${kind.type}\r\ncontent-length: ${isShort ? sent.length : body.length}\r\n\r\n`,
  );
  socket.write(sent);
  if (!isShort) {
    await sleep(pause);
    socket.destroy();
  }
  await closed;
}

const openFiles = (): number => readdirSync('/proc/self/fd').length;
const filesBelow = (folder: string): string[] =>
  readdirSync(join(platform.data, folder), { recursive: true, encoding: 'utf8' }).sort();
const inspections = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('platform-inspect-'));
async function heapUsed(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 4; turn++) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
}

it(`findings: security 1 and 4: ${ABORTS} aborted uploads end nothing and leave nothing`, async () => {
  const uncaught = watchUncaught();
  const routes = await targets();
  expect(routes.length).toBeGreaterThan(60);
  const uploads = routes.filter(({ url }) => /upload|parse|^\/system\/oss$|^\/open\/demo/.test(url));
  expect(uploads.length).toBeGreaterThanOrEqual(7);
  const aborts = fc.sample(
    fc.record<Abort>({
      target: fc.oneof(fc.constantFrom(...routes), fc.constantFrom(...uploads)),
      kind: fc.constantFrom(...bodies, multipart),
      part: fc.double({ min: 0, max: 0.999, noNaN: true }),
      isShort: fc.boolean(),
      pause: fc.integer({ min: 0, max: 12 }),
    }),
    { numRuns: ABORTS, seed: 16 },
  );
  await Promise.all(
    uploads.map((target) => abort({ target, kind: multipart, part: 0.5, isShort: true, pause: 0 })),
  );
  const before = {
    open: openFiles(),
    heap: await heapUsed(),
    temp: filesBelow('temp'),
    inspections: inspections(),
  };
  const waiting = [...aborts];
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await abort(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  await expect.poll(() => filesBelow('temp')).toEqual(before.temp);
  await expect.poll(() => filesBelow('upload/.incoming')).toEqual([]);
  // The folder is shared with other tests, whose inspections may end meanwhile.
  const added = () => inspections().filter((name) => !before.inspections.includes(name));
  await expect.poll(added).toEqual([]);
  await expect.poll(openFiles).toBeLessThanOrEqual(before.open + 3);
  await expect.poll(heapUsed).toBeLessThan(before.heap + 20_000_000);
  const health = await platform.get(`${platform.apiUrl}/system/user/getInfo`, platform.token);
  expect(health.status).toBe(200);
  expect(uncaught.errors).toEqual([]);
  uncaught.stop();
});
