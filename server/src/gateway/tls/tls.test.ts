import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  CLOCK,
  defineModule,
  defineRoute,
  HTTP,
  httpModule,
  requestContext,
  ServiceRegistry,
  startModules,
  type ModuleHost,
} from '../../kernel/index.ts';
import { testConfig } from '../../kernel/testing/config.ts';
import { registrationOf } from '../../actuator/center/registration.ts';
import { checkHealth } from '../../startup/health-check.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { GATEWAY, gatewayModule, readCertificate } from '../index.ts';
import { RenewedCertificate } from './renewed-certificate.ts';
import { makeCertificate, type CertificateFiles, type MadeCertificate } from '../testing/certificates.ts';

const routes = defineModule({
  name: 'routes',
  depends: ['http'],
  setup: (ctx) =>
    ctx.use(HTTP).routes([
      defineRoute({
        method: 'GET',
        url: '/secure',
        auth: 'public',
        summary: 'x',
        handler: () => requestContext.current()?.secure,
      }),
      defineRoute({
        method: 'GET',
        url: '/actuator/health/liveness',
        auth: 'public',
        summary: 'x',
        handler: () => 'UP',
      }),
    ]),
});

let dir: string;
let made: Map<string, CertificateFiles>;
let host: ModuleHost | undefined;
const log: LogLine[] = [];
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tls-'));
  mkdirSync(join(dir, 'shell'));
  writeFileSync(join(dir, 'shell/index.html'), '<title>shell</title>');
  const wanted: Record<string, MadeCertificate> = {
    good: {},
    renewed: { days: 120, name: 'renewed.example' },
    other: {},
    locked: { passphrase: 'open-sesame-77' },
    short: { rsaBits: 512 },
  };
  made = new Map(
    Object.entries(wanted).map(([stem, options]) => [stem, makeCertificate(dir, stem, options)]),
  );
});
afterAll(() => rmSync(dir, { recursive: true }));
beforeEach(() => void log.splice(0));
afterEach(async () => {
  await host?.dispose();
  host = undefined;
});

const settings = (values: Record<string, string | number> = {}) =>
  testConfig({
    'server.port': 0,
    'frontend.port': 0,
    'frontend.dir': join(dir, 'shell'),
    'platform.data-dir': dir,
    'server.tls.cert': 'good.crt',
    'server.tls.key': 'good.key',
    'server.tls.check-interval-ms': 20,
    ...values,
  });
/** @param daysAhead of the host's clock */
async function start(
  values?: Record<string, string | number>,
  daysAhead = 0,
): Promise<{ api: number; frontend: number }> {
  const services = new ServiceRegistry();
  services.provide(CLOCK, { now: () => Date.now() + daysAhead * 86_400_000 });
  const modules = [httpModule, routes, gatewayModule];
  host = await startModules(modules, settings(values), collectingLogger(log), services);
  const { api, frontend } = host.services.use(GATEWAY);
  const own = values?.['server.tls.watched-cert'] === undefined;
  expect(api.url).toMatch(own ? /^https:/ : /^http:/);
  return { api: api.port, frontend: frontend?.port ?? 0 };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
const ask = (port: number, path: string, by: typeof request = request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    by({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    })
      .on('error', reject)
      .end();
  });

/** Result of a handshake with a port: names, protocol. */
const handshake = (port: number, options: object = {}): Promise<{ names: string; protocol: string | null }> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
      const { subjectaltname: names = '' } = socket.getPeerCertificate();
      resolve({ names, protocol: socket.getProtocol() });
      socket.destroy();
    });
    socket.on('error', reject);
  });

describe('design 11.7: HTTPS ended by the host', () => {
  it('serves both ports over it, with secure contexts and HSTS', async () => {
    const { api, frontend } = await start();
    for (const [port, path] of [
      [api, '/secure'],
      [frontend, '/prod-api/secure'],
    ] as const) {
      const answer = await ask(port, path);
      expect(JSON.parse(answer.text)).toMatchObject({ data: true });
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const page = await ask(frontend, '/');
    expect(page.text).toContain('<title>shell</title>');
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    await expect(ask(api, '/secure', plainRequest)).rejects.toThrow();
  });

  it('speaks TLS 1.2 and 1.3, nothing older; TLS 1.3 only where it is the oldest', async () => {
    const { api } = await start();
    expect((await handshake(api)).protocol).toBe('TLSv1.3');
    expect((await handshake(api, { maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    await expect(handshake(api, old)).rejects.toThrow();
    await host?.dispose();
    const { api: strict } = await start({ 'server.tls.min-version': 'TLSv1.3' });
    await expect(handshake(strict, { maxVersion: 'TLSv1.2' })).rejects.toThrow();
  });

  it('opens a key with its passphrase', async () => {
    const { api } = await start({
      'server.tls.cert': 'locked.crt',
      'server.tls.key': 'locked.key',
      'server.tls.passphrase': 'open-sesame-77',
    });
    expect((await ask(api, '/secure')).status).toBe(200);
  });

  it('sends the certificates of its issuers after its own', () => {
    const text = (stem: string): string => readFileSync(made.get(stem)!.cert, 'utf8');
    const { options } = readCertificate(settings({ 'server.tls.ca': 'other.crt' }));
    expect(options.cert).toBe(`${text('good')}\n${text('other')}`);
    expect(readCertificate(settings()).options.cert).toBe(text('good'));
  });

  it('takes over renewed files without a restart, for both ports, and keeps open connections', async () => {
    const own = { cert: join(dir, 'own.crt'), key: join(dir, 'own.key') };
    copyFileSync(made.get('good')!.cert, own.cert);
    copyFileSync(made.get('good')!.key, own.key);
    const { api, frontend } = await start({ 'server.tls.cert': 'own.crt', 'server.tls.key': 'own.key' });
    expect((await handshake(api)).names).toContain('localhost');
    copyFileSync(made.get('renewed')!.cert, own.cert);
    // The host sees the new certificate with the former key.
    await expect
      .poll(() => log.map(({ message }) => message))
      .toContain('The new certificate cannot be used; the former one stays in use');
    expect((await handshake(api)).names).toContain('localhost');
    copyFileSync(made.get('renewed')!.key, own.key);
    await expect.poll(async () => (await handshake(api)).names).toContain('renewed.example');
    expect((await handshake(frontend)).names).toContain('renewed.example');
    rmSync(own.key);
    const messages = () => log.filter(({ message }) => message.startsWith('The new certificate cannot'));
    await expect.poll(() => messages().length).toBe(2);
    expect((await handshake(api)).names).toContain('renewed.example');
    expect(JSON.stringify(messages()[1])).toContain('own.key (server.tls.key) cannot be read: ENOENT');
  });

  it.each([
    [80, 'The certificate ends soon', 9],
    [95, 'The certificate has ended: browsers refuse it', -6],
    [-2, 'The certificate is not valid yet: browsers refuse it', 91],
  ])('starts %d days into the 90 of a certificate, and warns once', async (ahead, message, daysLeft) => {
    const { api } = await start({}, ahead);
    expect((await ask(api, '/secure')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const lines = log.filter((line) => line.message === message);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'warn', fields: { daysLeft, names: 'localhost, 127.0.0.1' } });
  });

  it.each([
    [0, 'good.crt', undefined],
    [80, 'good.crt', 'The certificate ends soon'],
    [95, 'good.crt', 'The certificate has ended: browsers refuse it'],
    [0, 'missing.crt', 'The certificate of the web server cannot be watched'],
  ])('serves plain HTTP behind a web server, and %d days later says of %s: %s', async (ahead, file, said) => {
    const { api } = await start(
      { 'server.tls.cert': '', 'server.tls.key': '', 'server.tls.watched-cert': file },
      ahead,
    );
    expect((await ask(api, '/secure', plainRequest)).status).toBe(200);
    const lines = log.filter(({ message }) => message.startsWith('The certificate'));
    expect(lines.map(({ message }) => message)).toEqual(said === undefined ? [] : [said]);
    const reason = file === 'missing.crt' ? (expect.stringContaining('ENOENT') as string) : undefined;
    for (const { fields } of lines) expect(fields['reason']).toEqual(reason);
  });

  it('looks at its files until the host stops', async () => {
    const look = vi.spyOn(RenewedCertificate.prototype, 'look');
    onTestFinished(() => look.mockRestore());
    await start();
    await expect.poll(() => look.mock.calls.length).toBeGreaterThan(1);
    await host?.dispose();
    const looks = look.mock.calls.length;
    await sleep(100);
    expect(look).toHaveBeenCalledTimes(looks);
  });

  it('sends plain HTTP to the frontend port, with its path, by 308', async () => {
    const port = await freePort();
    const { frontend } = await start({ 'server.tls.redirect-port': port });
    const answer = await ask(port, '/market?page=2', plainRequest);
    expect(answer).toMatchObject({
      status: 308,
      headers: { location: `https://127.0.0.1:${frontend}/market?page=2` },
    });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    await host?.dispose();
    await start({ 'server.tls.redirect-port': port, 'server.tls.public-port': 443 });
    const { headers } = await ask(port, '/a', plainRequest);
    expect(headers.location).toBe('https://127.0.0.1/a');
    await host?.dispose();
    // Where another server ends HTTPS, the redirection is up to that one.
    const plain = { 'server.tls.cert': '', 'server.tls.key': '', 'server.tls.watched-cert': 'good.crt' };
    await start({ ...plain, 'server.tls.redirect-port': port });
    await expect(ask(port, '/a', plainRequest)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it.each(['//elsewhere', 'a b', 'a/../b', 'x:1:2', ''])('redirects to no host called %j', async (name) => {
    const port = await freePort();
    await start({ 'server.tls.redirect-port': port });
    const status = await new Promise((resolve, reject) =>
      plainRequest(
        { host: '127.0.0.1', port, path: '/', setHost: false, headers: { host: name } },
        (response) => resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(400);
  });

  it('stops although a client has begun no handshake', async () => {
    const { api } = await start({ 'server.shutdown-timeout-ms': 200 });
    const { connect: open } = await import('node:net');
    const socket = open(api, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    const before = performance.now();
    await host?.dispose();
    host = undefined;
    // Node itself ends such a connection after 10 s.
    expect(performance.now() - before).toBeLessThan(9_000);
  });

  it('is followed by health check and registration at the center', async () => {
    const { api } = await start();
    expect(await checkHealth(settings({ 'server.port': api }), 'liveness')).toMatchObject({ healthy: true });
    const login = { username: 'u', password: 'p', wellKnown: false };
    expect(registrationOf(settings(), login, 8443)).toMatchObject({
      serviceUrl: expect.stringMatching(/^https:.*:8443$/) as string,
      healthUrl: expect.stringMatching(/^https:.*health$/) as string,
    });
    expect(registrationOf(testConfig(), login, 8080).serviceUrl).toMatch(/^http:/);
  });
});

describe('design 11.7: a certificate that cannot be used ends the start', () => {
  const code = (values: Record<string, string>) =>
    start(values).then(
      () => 'started',
      (error: { code: string; message: string; fix: string }) => error,
    );

  it.each<readonly [string, Record<string, string>, string, RegExp]>([
    ['no such file', { cert: 'none.crt' }, 'TLS_FILE_UNREADABLE', /none\.crt \(server\.tls\.cert\).*ENOENT/],
    ['a folder', { key: 'shell' }, 'TLS_FILE_UNREADABLE', /shell \(server\.tls\.key\).*EISDIR/],
    [
      'another key',
      { key: 'other.key' },
      'TLS_CERTIFICATE_INVALID',
      /other\.key \(server\.tls\.key\) does not belong.*good\.crt \(server\.tls\.cert\)/,
    ],
    [
      'a key as certificate',
      { cert: 'good.key' },
      'TLS_CERTIFICATE_INVALID',
      /good\.key \(server\.tls\.cert\) has no certificate/,
    ],
    [
      'a certificate as key',
      { key: 'good.crt' },
      'TLS_CERTIFICATE_INVALID',
      /good\.crt \(server\.tls\.key\) has no private key/,
    ],
    [
      'a locked key',
      { cert: 'locked.crt', key: 'locked.key' },
      'TLS_CERTIFICATE_INVALID',
      /locked\.key \(server\.tls\.key\) is encrypted/,
    ],
    [
      'a wrong passphrase',
      { cert: 'locked.crt', key: 'locked.key', passphrase: 'wrong-secret' },
      'TLS_CERTIFICATE_INVALID',
      /passphrase does not open .*locked\.key/,
    ],
    [
      'a page as chain',
      { ca: 'shell/index.html' },
      'TLS_CERTIFICATE_INVALID',
      /index\.html \(server\.tls\.ca\) has no certificate/,
    ],
    [
      'a key that is too short',
      { cert: 'short.crt', key: 'short.key' },
      'TLS_CERTIFICATE_INVALID',
      /short\.crt \(server\.tls\.cert\) cannot be used: .*too small/,
    ],
    ['no key', { key: '' }, 'CONFIG_INVALID', /server\.tls\.key is missing/],
    ['no certificate', { cert: '' }, 'CONFIG_INVALID', /server\.tls\.cert is missing/],
  ])('%s', async (_what, files, expected, message) => {
    const values = Object.fromEntries(
      Object.entries(files).map(([name, value]) => [`server.tls.${name}`, value]),
    );
    const failure = await code(values);
    expect(failure).toMatchObject({ code: expected, fix: expect.any(String) as string });
    expect((failure as { message: string }).message).toMatch(message);
    expect(JSON.stringify(failure)).not.toContain('wrong-secret');
  });
});

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
