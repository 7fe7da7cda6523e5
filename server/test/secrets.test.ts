import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, publishPackage } from '@platform/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { takeBackup } from '../src/cli/backup/take-backup.ts';
import { diagnose, textOf } from '../src/cli/doctor.ts';
import { placeMigratedDatabase } from '../src/data/testing/migrated-file.ts';
import { makeCertificate } from '../src/gateway/testing/certificates.ts';
import { createHost, type Host } from '../src/host.ts';
import { createLogging, LIVE_LINES, LOG_LEVELS, loggingOptionsOf } from '../src/infra/index.ts';
import { CONFIG_SOURCES, loadConfig } from '../src/kernel/index.ts';
import { controller, PackageWorkshop, publicKeys } from '../src/market/testing/test-packages.ts';
import { explainFailure } from '../src/startup/explain-failure.ts';
import { testServices } from '../src/system/testing/test-services.ts';
import { trustKey } from '../../scripts/lib/trust-key.ts';
import { enableLocalStorage } from '../../scripts/lib/enable-local-storage.ts';

/** One text for each place of a secret. Letters and digits: an address does not change them. */
const SECRETS = {
  database: 'Zq7databasePasswordXk1',
  redis: 'Zq7redisPasswordXk2',
  management: 'Zq7managementPasswordXk3',
  broker: 'Zq7brokerPasswordXk4',
  monitor: 'Zq7monitorPasswordXk5',
  scheduler: 'Zq7schedulerPasswordXk6',
  collector: 'Zq7collectorHeaderXk7',
  catalog: 'Zq7catalogTokenXk8',
  administrator: 'Zq7firstAccountPassXk9',
  tls: 'Zq7tlsPassphraseXk10',
  storage: 'Zq7storageSecretXk11',
  mail: 'Zq7mailPasswordXk12',
  application: 'Zq7applicationSettingXk13',
  provider: 'Zq7providerSecretXk14',
  user: 'Zq7userPasswordXk15',
  wrong: 'Zq7wrongPasswordXk16',
} as const;

/** Secrets that the host makes: they are known later. */
const made = new Map<string, string>();
const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const data = join(folder, 'data');
const backup = join(folder, 'backup');
/** Written and answered texts, by source. */
const seen: Array<readonly [source: string, text: string]> = [];
const see = (source: string, text: string): void => void seen.push([source, text]);

const application = {
  ...controller('demo', 'hi'),
  'controller/fail.controller.ts': `
    import { Controller, Get } from '@platform/plugin-sdk/web';
    import { ConfigService } from '@platform/plugin-sdk/core';
    @Controller('/demo')
    export class FailController {
      @Get('/fail') fail() { throw new Error('broken'); }
      @Get('/typed') typed() { throw Object.assign(new Error('login refused'), { password: '${'Zq7thrown'}', token: 't' }); }
    }`,
};

interface Started {
  readonly host: Host;
  readonly stop: () => Promise<void>;
}

/** Starts a host that logs to its files and to a terminal that is seen. */
async function start(place: string, args: readonly string[]): Promise<Started> {
  const { config, sources } = loadConfig({
    directories: [join(place, 'config')],
    env: {},
    args: [
      '--server.port=0',
      '--frontend.port=0',
      `--platform.data-dir=${place}`,
      '--logging.level=trace',
      ...args,
    ],
  });
  const terminal = { write: (text: string) => (see('standard output', text), true), isTTY: false };
  const logging = createLogging({ ...loggingOptionsOf(config), level: 'trace', terminal });
  const services = testServices();
  services.provide(CONFIG_SOURCES, sources);
  services.provide(LOG_LEVELS, logging.levels);
  services.provide(LIVE_LINES, logging.lines);
  const close = async (): Promise<void> => {
    await logging.close();
    const logs = join(place, 'logs');
    for (const name of existsSync(logs) ? readdirSync(logs) : [])
      see(`log file ${name}`, readFileSync(join(logs, name), 'utf8'));
  };
  try {
    const host = await createHost(config, logging.logger, services);
    return { host, stop: () => host.stop().then(close) };
  } catch (error) {
    see('explanation of a failed start', explainFailure(error));
    await close();
    throw error;
  }
}

const settings = [
  `--management.password=${SECRETS.management}`,
  `--rabbitmq.address=amqp://guest:${SECRETS.broker}@127.0.0.1:5672`,
  `--monitor.address=http://watcher:${SECRETS.monitor}@127.0.0.1:1/admin`,
  '--monitor.interval-ms=100',
  `--cache.url=redis://:${SECRETS.redis}@127.0.0.1:1/0`,
  `--database.password=${SECRETS.database}`,
  `--telemetry.otlp.headers=authorization=${SECRETS.collector}`,
  `--app-market.catalog.token=${SECRETS.catalog}`,
  `--server.tls.passphrase=${SECRETS.tls}`,
  `--platform.admin-password=${SECRETS.administrator}`,
  '--oidc.providers=providers.yml',
  '--oidc.timeout-ms=1000',
];

let running: Started;
let workshop: PackageWorkshop;
let token: string;
beforeAll(async () => {
  mkdirSync(join(data, 'config'), { recursive: true });
  writeFileSync(join(folder, 'public.pem'), publicKeys[0] ?? '');
  trustKey(data, join(folder, 'public.pem'));
  const provider = {
    name: 'Corporate',
    issuer: 'http://127.0.0.1:1',
    'client-id': 'platform',
    'client-secret': SECRETS.provider,
    'allow-http': true,
  };
  writeFileSync(join(data, 'providers.yml'), stringify({ corporate: provider }));
  await placeMigratedDatabase(data);
  workshop = await PackageWorkshop.open();
  running = await start(data, settings);
  const api = new ApiClient(running.host.gateway.api.url);
  token = await api.login('admin', SECRETS.administrator);
  made.set('session token', token);
  await enableLocalStorage(api);
  await publishPackage(api, await workshop.build({ backend: application }));
  await api.post('/app/install', { appCode: 'demo' });
});
afterAll(async () => {
  await workshop?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request and sees its answer, unless the answer is where a secret is handed out. */
async function send(
  method: string,
  path: string,
  { body, as = token, secret = false }: { body?: unknown; as?: string; secret?: boolean } = {},
): Promise<{ status: number; data: Record<string, never> }> {
  const response = await fetch(running.host.gateway.api.url + path, {
    method,
    headers: {
      ...(as === '' ? {} : { authorization: as.includes(' ') ? as : `Bearer ${as}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // A path that is not there would show nothing.
  expect([method, path, response.status]).not.toEqual([method, path, 404]);
  const text = await response.text();
  const headers = [...response.headers].map((pair) => pair.join(': ')).join('\n');
  if (!secret) see(`${method} ${path}`, `${headers}\n${text}`);
  const json = response.headers.get('content-type')?.includes('json') && text.startsWith('{');
  const { data: given } = (json ? JSON.parse(text) : {}) as { data?: Record<string, never> | null };
  return { status: response.status, data: given ?? {} };
}
const monitoring = `Basic ${Buffer.from(`monitor:${SECRETS.management}`).toString('base64')}`;

/** Sources of a text that have one of the secrets, as it is, in Base64 or in hexadecimal. */
function leaks(): string[] {
  const wanted = [...Object.entries(SECRETS), ...made];
  return seen.flatMap(([source, text]) =>
    wanted
      .filter(([, secret]) => {
        const bytes = Buffer.from(secret);
        const inBase64 = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
        return [secret, inBase64, bytes.toString('hex')].some((form) => text.includes(form));
      })
      .map(([name]) => `${name} in ${source}`),
  );
}

describe('design 11.7: secrets are masked in every answer and log', () => {
  it('of failed starts', async () => {
    const { key, cert } = makeCertificate(folder, 'locked', { passphrase: 'another-one' });
    const servers: ReadonlyArray<readonly string[]> = [
      ['--database.type=mysql', '--database.user=nobody', '--database.start-wait-ms=500'],
      ['--database.type=postgres', '--database.port=1', '--database.start-wait-ms=500'],
      ['--database.type=postgres', '--database.name=none_of_this_name', '--database.user=nobody'],
      ['--cache.type=redis'],
      ['--cache.type=redis', `--cache.url=redis://:${SECRETS.redis}@127.0.0.1:6379/0`],
      ['--cache.type=redis', `--cache.url=redis://:${SECRETS.redis}@:bad:/0`],
      [`--scheduler.center.address=redis://:${SECRETS.scheduler}@127.0.0.1:1/0`],
      [`--scheduler.center.address=redis:/${SECRETS.scheduler}`],
      [`--monitor.address=ftp://u:${SECRETS.monitor}@host`],
      [`--rabbitmq.address=http://u:${SECRETS.broker}@host`],
      [`--server.tls.cert=${cert}`, `--server.tls.key=${key}`],
    ];
    for (const [index, args] of servers.entries()) {
      const place = join(folder, `failed-${index}`);
      const begun = await start(place, [...settings, '--oidc.providers=', ...args]).catch(
        (error: unknown) => {
          const explained = explainFailure(error);
          see(`start with ${args[0]?.split('=')[0]}`, explained);
          // It is a failure that the host knows, with its code.
          expect(explained).toMatch(/\([A-Z_]+\)\n$/);
        },
      );
      await begun?.stop();
    }
    expect(leaks()).toEqual([]);
  });

  it('of logins, changes, failures, monitoring, doctor and backup', async () => {
    await send('POST', '/auth/login', { body: { username: 'admin', password: SECRETS.wrong }, as: '' });
    await send('POST', '/auth/login', { body: `{"username":"admin","password":"${SECRETS.wrong}`, as: '' });
    await send('POST', '/auth/login', { body: { username: 'admin', password: [SECRETS.wrong] }, as: '' });
    await send('GET', '/system/user/list', { as: `pt_${SECRETS.wrong}` });
    await send('GET', '/auth/oidc', { as: '' });
    await send('GET', '/auth/oidc/corporate/start', { as: '' });

    const user = { userName: 'clerk', nickName: 'Clerk', password: SECRETS.user };
    const { data: clerk } = await send('POST', '/system/user', { body: user });
    await send('POST', '/system/user', { body: user });
    await send('PUT', `/system/user/${clerk['userId']}/password`, { body: { password: SECRETS.user } });
    await send('PUT', '/system/user/profile/password', {
      body: { oldPassword: SECRETS.wrong, newPassword: SECRETS.user },
    });
    await send('POST', '/auth/proof', { body: { password: SECRETS.wrong } });
    await send('POST', '/auth/proof', { body: { password: SECRETS.administrator } });

    const factor = await send('POST', '/auth/second-factor', { secret: true });
    for (const value of Object.values(factor.data)) {
      if (typeof value === 'string')
        made.set('authenticator', /secret=([A-Z2-7]+)/.exec(value)?.[1] ?? value);
    }
    await send('POST', '/auth/second-factor/confirm', { body: { code: '000000' } });
    await send('GET', '/auth/second-factor');
    const scripts = await send('POST', '/system/user/profile/tokens', {
      body: { name: 'ci', scopes: ['system:user:list'], expiresInDays: 1 },
      secret: true,
    });
    expect(scripts.status).toBe(200);
    made.set('token for scripts', String(scripts.data['token']));
    await send('GET', '/system/user/list', { as: String(scripts.data['token']) });
    await send('POST', '/system/user', { as: String(scripts.data['token']), body: user });
    await send('GET', '/system/user/profile/tokens');

    const storage = {
      configKey: 'away',
      storageType: 's3',
      bucket: 'b',
      endpoint: 'http://127.0.0.1:1',
      accessKey: 'a',
      secretKey: SECRETS.storage,
    };
    const { data: away } = await send('POST', '/system/ossConfig', { body: storage });
    await send('POST', '/system/ossConfig', { body: storage });
    await send('POST', `/system/ossConfig/${away['ossConfigId']}/check`);
    await send('PUT', `/system/ossConfig/${away['ossConfigId']}/status`, { body: { status: 1 } });
    await send('GET', `/system/ossConfig/${away['ossConfigId']}`);
    await send('GET', '/system/ossConfig/list');

    for (const [configKey, configValue] of [
      ['demo.api', SECRETS.application],
      ['demo.mail', SECRETS.mail],
    ] as const) {
      const setting = { configKey, configValue, configName: configKey, configCategory: 'demo.private' };
      const { data: added } = await send('POST', '/system/config', { body: setting });
      await send('POST', '/system/config', { body: setting });
      await send('PUT', '/system/config', {
        body: { configId: added['configId'], configValue: `${configValue}B` },
      });
      await send('GET', `/system/config/${added['configId']}`);
      await send('GET', `/system/config/value/${configKey}`);
    }
    await send('GET', `/system/config/list?configValue=${SECRETS.application.slice(0, 4)}`);
    await send('GET', '/system/config/export');
    await send('GET', '/open/demo/config', { as: '' });

    await send('GET', '/demo/fail');
    await send('GET', '/demo/typed');
    for (const end of [
      ...['', '/health', '/env', '/env/management.password', '/env/rabbitmq.address', '/beans', '/mappings'],
      ...['/conditions', '/scheduledtasks', '/threaddump', '/logfile', '/loggers', '/info', '/startup'],
      ...['/plugins', '/incidents', '/nodes', '/sbom', '/metrics', '/prometheus'],
    ]) {
      await send('GET', `/actuator${end}`, { as: monitoring });
    }
    await send('GET', '/actuator/env', {
      as: `Basic ${Buffer.from(`monitor:${SECRETS.wrong}`).toString('base64')}`,
    });

    await send('GET', '/system/doctor');
    const { config } = loadConfig({
      directories: [join(data, 'config')],
      env: {},
      args: [`--platform.data-dir=${data}`, ...settings],
    });
    see('doctor', textOf(await diagnose(config)));
    await takeBackup(config, backup, { withoutKey: true, log: (line) => see('backup', line) });
    see('manifest of a backup', readFileSync(join(backup, 'manifest.json'), 'utf8'));

    for (const log of ['operLog', 'loginLog', 'rightsLog']) {
      await expect.poll(async () => (await send('GET', `/system/${log}/list`)).status).toBe(200);
      await send('GET', `/system/${log}/list?pageSize=500`);
      await send('GET', `/system/${log}/export`);
    }
    await send('GET', '/system/hostLog/download');
    await running.stop();
    for (const name of readdirSync(data).filter((each) => each.startsWith('platform.db'))) {
      see(`database ${name}`, readFileSync(join(data, name), 'latin1'));
    }
    const key = readFileSync(join(data, 'config', 'platform.secret-key'), 'utf8').trim();
    made.set('secret key', key);
    expect(seen.length).toBeGreaterThan(90);
    expect(made.size).toBeGreaterThanOrEqual(4);
    expect(leaks()).toEqual([]);
  });
});
