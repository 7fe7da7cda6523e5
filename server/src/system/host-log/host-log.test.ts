import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { LogFilter, LogLines } from '@platform/host-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogging, type LiveLines } from '../../infra/index.ts';
import type { Logger } from '../../kernel/index.ts';
import { startTestHost, type TestHost } from '../testing/host.ts';
import { HostLog } from './host-log.ts';

const line = (msg: string, more: object = {}): string =>
  `${JSON.stringify({ level: 'info', time: '2026-01-01T00:00:00.000Z', logger: 'platform', ...more, msg })}\n`;

describe('the log of a host', () => {
  let directory: string;
  let logger: Logger;
  let lines: LiveLines;
  let close: () => Promise<void>;
  let log: HostLog;
  const stops: Array<() => void> = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'host-log-'));
    ({ logger, lines, close } = createLogging({ level: 'debug', console: 'off', directory }));
    log = new HostLog(join(directory, 'sys-console.log'), lines);
  });
  afterEach(async () => {
    stops.splice(0).forEach((stop) => stop());
    await close();
    await rm(directory, { recursive: true });
  });

  function follow(filter: LogFilter = {}, most = 500) {
    const events: LogLines[] = [];
    stops.push(
      log.follow(filter, most, { send: (event) => events.push(event), end: () => expect.fail('ended') }),
    );
    const messages = (): string[] => events.flatMap((event) => event.lines.map(({ message }) => message));
    return { events, messages };
  }

  it('design 11.5, 11.8-9: shows the last lines, those below INFO too, then new ones, each once', async () => {
    await writeFile(join(directory, 'sys-console.log'), line('old') + line('wörn', { level: 'warn' }));
    logger.debug('below');
    const { events, messages } = follow();
    logger.info('while it is read');
    await expect.poll(messages).toEqual(['old', 'wörn', 'below', 'while it is read']);
    logger.error('It failed', { error: new Error('why'), appCode: 'hello', rows: 3 });
    await expect.poll(messages).toHaveLength(5);
    expect(events.at(-1)?.lines[0]).toMatchObject({
      level: 'error',
      logger: 'platform',
      appCode: 'hello',
      detail: expect.stringMatching(/^rows: 3\nError: why\n {4}at /) as string,
    });
  });

  it('shows plain text of lines with colours for terminals and other invisible characters', async () => {
    const coloured = '\u001B[31mred\u001B[0m 日本語 \u202Eabc\u0007\ttab';
    await writeFile(
      join(directory, 'sys-console.log'),
      line(coloured, { error: { stack: 'Error: \u001B[1mbold\u001B[22m\r\n    at a.ts:1' } }),
    );
    const { events } = follow();
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]?.lines[0]).toMatchObject({
      message: 'red 日本語 abc\ttab',
      detail: 'Error: bold\n    at a.ts:1',
    });
  });

  it('shows as many as are asked for, and says that there are more', async () => {
    const many = Array.from({ length: 3_000 }, (_none, at) => line(`m${at} ${'ö'.repeat(40)}`));
    await writeFile(join(directory, 'sys-console.log'), many.join(''));
    const { events, messages } = follow({}, 2);
    await expect.poll(() => events).toHaveLength(1);
    expect(messages().map((message) => message.split(' ')[0])).toEqual(['m2998', 'm2999']);
    expect(events[0]?.earlier).toBe(true);
    const whole = follow({ text: 'M12' }, 2_000);
    await expect.poll(() => whole.events).toHaveLength(1);
    expect(whole.messages()).toHaveLength(111);
    expect(whole.events[0]?.earlier).toBe(false);
    expect(await text(Readable.from(log.text({ text: 'm12 ' })))).toBe(many[12]);
  });

  it('leaves out old lines that are too large for one event', async () => {
    const many = Array.from({ length: 300 }, (_none, at) => line(`${at}`, { more: 'x'.repeat(60_000) }));
    await writeFile(join(directory, 'sys-console.log'), many.join(''));
    const { events } = follow();
    await expect.poll(() => events).toHaveLength(1);
    expect(JSON.stringify(events[0]).length).toBeLessThan(600_000);
    expect(events[0]).toMatchObject({ earlier: true });
    expect(events[0]?.lines.at(-1)).toMatchObject({ message: '299' });
    expect(events[0]?.lines.at(-1)?.detail).toMatch(/\(60006 characters\)$/);
  });

  it.each<[LogFilter, string[]]>([
    [{ level: 'warn' }, ['b', 'd']],
    [{ appCode: 'hello' }, ['b', 'c']],
    [{ appCode: 'hello', level: 'error' }, []],
    [{ requestId: 'r1' }, ['c']],
    [{ requestId: '4bf92f35' }, ['d']],
    [{ text: 'NEEDLE' }, ['d']],
    [{ text: 'a.b.c' }, ['a']],
  ])('filters by %j', async (filter, expected) => {
    const written = [
      line('a', { logger: 'a.b.c' }),
      line('b', { appCode: 'hello', level: 'warn' }),
      line('c', { appCode: 'hello', requestId: 'r1' }),
      line('d', { traceId: '4bf92f35', level: 'error', error: { stack: 'in a needle' } }),
      'half of a li',
    ];
    await writeFile(join(directory, 'sys-console.log'), written.join(''));
    const { events, messages } = follow(filter);
    await expect.poll(() => events).toHaveLength(1);
    expect(messages()).toEqual(expected);
  });

  it('counts what is too much to be sent, and keeps a bounded number below INFO', async () => {
    const { events, messages } = follow();
    await expect.poll(() => events).toHaveLength(1);
    for (let at = 0; at < 10_000; at += 1) logger.debug(`d${at}`);
    await expect.poll(() => events).toHaveLength(2);
    expect(events[1]?.leftOut).toBe(9_500);
    expect(messages()).toHaveLength(500);
    expect(lines.below.length).toBeLessThanOrEqual(2_000);
    expect(lines.below.at(-1)).toContain('d9999');
    for (let at = 0; at < 200; at += 1) logger.debug('x'.repeat(60_000));
    expect(lines.below.join('').length).toBeLessThanOrEqual(4_194_304);
    expect(lines.below.length).toBeGreaterThan(50);
  });
});

describe('its routes', () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await startTestHost();
  });
  afterEach(() => host.stop());

  it('design 11.5: send and download lines', async () => {
    await mkdir(join(host.directory, 'logs'));
    await writeFile(
      join(host.directory, 'logs', 'sys-console.log'),
      line('one') + line('two', { requestId: 'r' }),
    );
    const answer = await host.anonymous('POST', '/auth/login', {
      username: 'admin',
      password: 'granite-otter-42',
    });
    const { token } = answer.body.data as unknown as { token: string };
    const gone = new AbortController();
    const response = await fetch(`${host.origin}/system/hostLog/follow?requestId=r`, {
      headers: { authorization: `Bearer ${token}` },
      signal: gone.signal,
    });
    let received = '';
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    while (!received.includes('event: lines'))
      received += (await reader?.read())?.value ?? expect.fail('ended');
    expect(received).toContain('"message":"two"');
    expect(received).not.toContain('"message":"one"');
    gone.abort();
    const file = await host.as(token)('GET', '/system/hostLog/download?text=one');
    expect(file.text).toBe(line('one'));
    expect(file.headers.get('content-disposition')).toMatch(/filename="sys-console-\d{4}-\d\d-\d\d\.log"/);
  });

  it('have nothing to download without a file, and refuse what is no level', async () => {
    const admin = await host.admin();
    expect(await admin('GET', '/system/hostLog/download')).toMatchObject({ status: 200, text: '' });
    expect((await admin('GET', '/system/hostLog/follow?level=loud')).status).toBe(400);
    expect((await admin('GET', '/system/hostLog/follow?lines=2001')).status).toBe(400);
  });

  it("are for the platform's own tenant: lines of all tenants are in the log", async () => {
    const admin = await host.admin();
    const adminPassword = 'seven-blue-kites';
    const tenant = { tenantId: 'acme', name: 'Acme', adminUserName: 'boss', adminPassword };
    await admin('POST', '/system/tenant', tenant);
    const boss = await host.login('boss', adminPassword, 'acme');
    for (const path of ['follow', 'download']) {
      expect(await boss('GET', `/system/hostLog/${path}`)).toMatchObject({
        status: 403,
        body: { error: 'FORBIDDEN' },
      });
    }
    const menus = async (client: typeof boss) => (await client('GET', '/system/menu/getRouters')).text;
    expect(await menus(admin)).toContain('host:logs');
    expect(await menus(boss)).not.toContain('host:logs');
  });
});
