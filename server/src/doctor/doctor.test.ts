import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorFinding, DoctorReport } from '@platform/host-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE, hostMigrations } from '../data/index.ts';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { openHostDatabase } from '../data/testing/open.ts';
import { loadConfig, type PlatformConfig } from '../kernel/index.ts';
import { PasswordHasher } from '../system/index.ts';
import { ADMIN_PASSWORD, dataOf, startTestHost, type Client, type TestHost } from '../system/testing/host.ts';
import { makeCertificate } from '../gateway/testing/certificates.ts';
import { examine, type Surroundings } from './index.ts';
import { doctorModule } from './module.ts';

const configOf = (...args: string[]): PlatformConfig => loadConfig({ directories: [], env: {}, args }).config;

/** Findings of one check as `state severity`. */
const of = ({ findings }: DoctorReport, check: string): string[] =>
  findings.filter((finding) => finding.check === check).map(({ state, severity }) => `${state} ${severity}`);
const find = ({ findings }: DoctorReport, check: string): DoctorFinding | undefined =>
  findings.find((finding) => finding.check === check);

describe('the examination without a database', () => {
  let directory: string;
  beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'doctor-'))));
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const look = (more: Partial<Surroundings> = {}, ...args: string[]) =>
    examine({
      config: configOf(`--platform.data-dir=${directory}`, ...args),
      nodeVersion: '24.10.0',
      environment: {},
      now: () => Date.now(),
      data: () => Promise.resolve(undefined),
      ...more,
    });

  it.each([
    ['24.10.0', 'ok ok'],
    ['24.7.0', 'ok ok'],
    ['24.6.9', 'old error'],
    ['20.19.0', 'old error'],
    ['26.0.0', 'untested warning'],
  ])('judges Node.js %s as %s', async (nodeVersion, expected) => {
    expect(of(await look({ nodeVersion }), 'node')).toEqual([expected]);
  });

  it('audit: names variables that are named as settings, and are none', async () => {
    const others = { PATH: '/bin', SESSION_MANAGER: 'x', SERVER_SERVICE_HOST: '1', SERVER_PORT_80_TCP: 'x' };
    const settings = { DATABASE_TYPE: 'postgres', APPMARKET_SECURITY_MODE: 'warn', PLATFORM_PROFILE: 'x' };
    expect(of(await look({ environment: { ...others, ...settings } }), 'variables')).toEqual(['ok ok']);
    const wrong = { SERVER_TLS_CERTIFICATE: 'a.pem', DATABASE_USERNAME: 'x' };
    const report = await look({ environment: { ...others, ...settings, ...wrong } });
    expect(of(report, 'variables')).toEqual(['ignored warning']);
    expect(find(report, 'variables')?.facts).toEqual({ names: 'DATABASE_USERNAME, SERVER_TLS_CERTIFICATE' });
  });

  it.each([
    ['1', 'ok ok'],
    [String(2 ** 62), 'full error'],
  ])('compares free space with %s bytes: %s', async (threshold, expected) => {
    const report = await look({}, `--management.disk-threshold-bytes=${threshold}`);
    expect(of(report, 'disk')).toEqual([expected]);
    expect(find(report, 'disk')?.facts).toMatchObject({ path: directory });
  });

  it.each([
    [0, 'ok ok'],
    [80, 'soon warning'],
    [91, 'expired error'],
    [-2, 'early error'],
  ])('judges a certificate of 90 days %d days later as %s', async (days, expected) => {
    const { cert, key } = makeCertificate(directory, 'tls');
    const now = () => Date.now() + days * 86_400_000;
    const files = [`--server.tls.cert=${cert}`, `--server.tls.key=${key}`];
    const report = await look({ now }, ...files);
    expect(of(report, 'certificate')).toEqual([expected]);
    expect(find(report, 'certificate')?.facts).toMatchObject({ names: 'localhost, 127.0.0.1' });
    await chmod(key, 0o644);
    expect(of(await look({}, ...files), 'keyFiles')).toEqual(['others error']);
    await rm(key);
    expect(find(await look({}, ...files), 'certificate')).toMatchObject({
      state: 'broken',
      severity: 'error',
      what: expect.stringContaining('tls.key (server.tls.key) cannot be read: ENOENT') as string,
    });
  });

  it('says nothing of a certificate where a proxy ends HTTPS, unless it is watched', async () => {
    expect(of(await look(), 'certificate')).toEqual([]);
    const { cert } = makeCertificate(directory, 'web');
    const now = () => Date.now() + 91 * 86_400_000;
    const watched = `--server.tls.watched-cert=${cert}`;
    expect(find(await look({ now }, watched), 'certificate')).toMatchObject({
      ...{ state: 'expired', severity: 'error' },
      fix: expect.stringContaining('let the web server read it again') as string,
    });
    await rm(cert);
    expect(find(await look({}, watched), 'certificate')).toMatchObject({
      ...{ state: 'broken', why: 'Nobody is warned before it ends.' },
      what: expect.stringContaining('web.crt (server.tls.watched-cert) cannot be read: ENOENT') as string,
    });
  });

  it('looks at the folder above a data directory that is not there yet', async () => {
    const missing = `--platform.data-dir=${join(directory, 'later')}`;
    expect(of(await look({}, missing, '--management.disk-threshold-bytes=1'), 'disk')).toEqual(['ok ok']);
  });

  it('finds keys and configuration that others can read', async () => {
    const folder = join(directory, 'config');
    await mkdir(folder);
    const modes = {
      'platform.secret-key': 0o604,
      'generated.yml': 0o640,
      'notes.txt': 0o644,
      'public.yml': 0o644,
      'address.yml': 0o644,
      'own.yaml': 0o600,
    };
    const texts: Readonly<Record<string, string>> = {
      'generated.yml': 'database:\n  password: geheim\n',
      'public.yml': 'app-market:\n  security:\n    public-key: x\n',
      'address.yml': 'rabbitmq.address: amqp://me:geheim@mq\n',
    };
    for (const [name, mode] of Object.entries(modes)) {
      await writeFile(join(folder, name), texts[name] ?? 'x');
      await chmod(join(folder, name), mode);
    }
    const report = await look();
    expect(of(report, 'keyFiles')).toEqual(['others error', 'others error', 'group warning']);
    expect(report.findings.map(({ fix }) => fix)).toContain(
      `chmod 600 ${join(folder, 'platform.secret-key')}`,
    );
    expect(JSON.stringify(report)).not.toContain('geheim');
    for (const name of Object.keys(modes)) await chmod(join(folder, name), 0o600);
    expect(of(await look(), 'keyFiles')).toEqual(['ok ok']);
  });

  it.each([
    ['enforce', 'no-key warning'],
    ['warn', 'warn warning'],
    ['off', 'off error'],
  ])('names the security mode %s', async (mode, expected) => {
    expect(of(await look({}, `--app-market.security.mode=${mode}`), 'securityMode')).toEqual([expected]);
  });

  it('names default credentials of the monitoring endpoints, and shows none', async () => {
    expect(of(await look(), 'monitoring')).toEqual(['default error']);
    expect(of(await look({}, '--management.allow-default-credentials=false'), 'monitoring')).toEqual([
      'default error',
    ]);
    const own = await look({}, '--management.username=me', '--management.password=quite-Secret-9');
    expect(of(own, 'monitoring')).toEqual(['ok ok']);
    expect(JSON.stringify(own)).not.toContain('quite-Secret-9');
  });

  it('reports a database that cannot be opened once for each check, and goes on', async () => {
    const away = new Error('connect ECONNREFUSED');
    const report = await look({ data: () => Promise.reject(away) });
    expect(of(report, 'database')).toEqual(['failed error']);
    expect(find(report, 'database')?.what).toContain('ECONNREFUSED');
    expect(of(report, 'monitoring')).toEqual(['default error']);
  });

  it('puts errors first', async () => {
    const ranks = (await look()).findings.map(({ severity }) => ['error', 'warning', 'ok'].indexOf(severity));
    expect(ranks).toEqual(ranks.toSorted());
    expect(new Set(ranks).size).toBe(3);
  });
});

await describeHostDatabases('the examination', ({ config, name }) => {
  it('knows version, clock and schema of the database', async () => {
    const database = await openHostDatabase(config);
    const ahead = { ms: 0 };
    const look = () =>
      examine({
        config: configOf(),
        nodeVersion: '24.10.0',
        environment: {},
        now: () => Date.now() + ahead.ms,
        data: async () => ({ database, storage: async () => 'local', unreadableSecrets: async () => [] }),
      });
    try {
      await database.raw('delete from sys_node_number');
      await database.raw(
        `insert into sys_node_number (node_number, holder, host_id, beat_ms, reached_ms) values (999, 'x', 'y', ${Date.now()}, 0)`,
      );
      const report = await look();
      expect(of(report, 'database')).toEqual(['ok ok']);
      expect(find(report, 'database')?.facts['version']).toMatch(/^\d+\.\d+/);
      expect(of(report, 'schema')).toEqual(['ok ok']);
      expect(of(report, 'clock')).toEqual(['ok ok']);
      ahead.ms = -30_000;
      expect(of(await look(), 'clock')).toEqual(['differs warning']);
      ahead.ms = -3_600_000;
      expect(of(await look(), 'clock')).toEqual(['wrong error']);
      ahead.ms = 3_600_000;
      expect(of(await look(), 'clock')).toEqual([name === 'sqlite' ? 'ok ok' : 'wrong error']);
      const last = hostMigrations.at(-1)?.name ?? '';
      await database.raw(`update sys_migration set name = '9999-later' where name = '${last}'`);
      expect(of(await look(), 'schema')).toEqual(['later warning']);
      const least = (value: string) =>
        database.raw(
          `update sys_config set config_value = '${value}' where config_key = 'platform.schema.min'`,
        );
      await least('9999-later');
      expect(of(await look(), 'schema')).toEqual(['newer error']);
      await database.raw("delete from sys_migration where name = '9999-later'");
      expect(of(await look(), 'schema')).toEqual(['newer error']);
      await least(last);
      expect(of(await look(), 'schema')).toEqual(['pending warning']);
    } finally {
      await database.close();
    }
  });
});

describe('GET /system/doctor', () => {
  let host: TestHost;
  let admin: Client;
  beforeAll(async () => {
    host = await startTestHost({ modules: [doctorModule] });
    admin = await host.admin();
  });
  afterAll(() => host.stop());
  const examined = async (): Promise<DoctorReport> => dataOf(await admin('GET', '/system/doctor'));
  const raw = (sql: string) => host.services.use(DATABASE).raw(sql);

  it('is for users of the platform with its permission', async () => {
    expect((await host.anonymous('GET', '/system/doctor')).status).toBe(401);
    const tenant = { tenantId: 'acme', name: 'A', adminUserName: 'boss', adminPassword: 'seven-blue-kites' };
    await admin('POST', '/system/tenant', tenant);
    const boss = await host.login('boss', 'seven-blue-kites', 'acme');
    expect((await boss('GET', '/system/doctor')).status).toBe(403);
    expect(of(await examined(), 'schema')).toEqual(['ok ok']);
  });

  it('names passwords of super administrators: of the configuration, well known, generated', async () => {
    expect(of(await examined(), 'administrators')).toEqual(['configured warning']);
    const ofSession = async () =>
      dataOf<{ passwordConfigured?: boolean }>(await admin('GET', '/system/user/getInfo')).passwordConfigured;
    expect(await ofSession(), 'what the shell says').toBe(true);
    const set = async (password: string): Promise<void> => {
      const hash = await new PasswordHasher().hash(password);
      await raw(`update sys_user set password_hash = '${hash}' where user_name = 'admin'`);
    };
    await set('admin123');
    const known = await admin('GET', '/system/doctor');
    expect(of(dataOf(known), 'administrators')).toEqual(['known error']);
    expect(known.text).not.toContain('admin123');
    expect(known.text).not.toContain(ADMIN_PASSWORD);
    await set('a-new-and-private-one-7');
    expect(of(await examined(), 'administrators')).toEqual(['ok ok']);
    expect(await ofSession()).toBeUndefined();
    await raw("update sys_user set password_changed_at = null where user_name = 'admin'");
    expect(of(await examined(), 'administrators')).toEqual(['generated warning']);
  });

  it('names installed versions that do not fit, and unsigned packages', async () => {
    expect(of(await examined(), 'applications')).toEqual(['ok ok']);
    expect(of(await examined(), 'signatures')).toEqual(['ok ok']);
    const manifest = JSON.stringify({ code: 'shop', name: 'Shop', version: '1.0.0', platform: '^2.0.0' });
    await raw(`insert into app_version (version_id, app_id, app_code, version, package_url, package_size,
      package_md5, package_sha256, manifest_json, signature_state)
      values (1, 1, 'shop', '1.0.0', 'oss://1', 1, 'x', 'x', '${manifest}', 'unsigned')`);
    for (const [id, tenantId] of ['000000', 'acme'].entries()) {
      await raw(`insert into app_install (install_id, tenant_id, app_code, version, status, installed_at)
        values (${id + 1}, '${tenantId}', 'shop', '1.0.0', 0, '2026-01-01T00:00:00.000Z')`);
    }
    const report = await examined();
    expect(of(report, 'applications')).toEqual(['unfit error']);
    expect(find(report, 'applications')?.facts).toMatchObject({ range: '^2.0.0', tenants: '000000, acme' });
    expect(of(report, 'signatures')).toEqual(['unsigned warning']);
  });

  it('names storages that cannot be used, and secrets that cannot be read', async () => {
    expect(of(await examined(), 'storage')).toEqual(['disabled ok']);
    await raw("update sys_oss_config set status = 1 where config_key = 'local'");
    expect(of(await examined(), 'storage')).toEqual(['ok ok']);
    await rm(join(host.directory, 'upload'), { recursive: true, force: true });
    await writeFile(join(host.directory, 'upload'), 'a file in the way');
    expect(of(await examined(), 'storage')).toEqual(['unavailable error']);
    expect(of(await examined(), 'secrets')).toEqual(['ok ok']);
    await writeFile(join(host.directory, 'config/platform.secret-key.next'), 'x'.repeat(40));
    expect(of(await examined(), 'secrets')).toEqual(['rotating warning']);
    await raw(`insert into sys_config (config_id, tenant_id, config_key, config_value, config_category)
      values (1, 'acme', 'mail.password', 'sealed:1:aaaaaaaaaaaaaaaa:bbbb', 'mail.private')`);
    const report = await examined();
    expect(of(report, 'secrets')).toEqual(['unreadable error']);
    expect(find(report, 'secrets')?.what).toContain('mail.password of the tenant acme');
  });

  it('names a key with which the next start would be refused', async () => {
    const file = join(host.directory, 'config/platform.secret-key');
    await rm(`${file}.next`, { force: true });
    const refused = async () => find(await examined(), 'secrets');
    await writeFile(file, 'y'.repeat(40));
    expect(await refused()).toMatchObject({ state: 'key', severity: 'error' });
    expect((await refused())?.what).toContain('is not the one that was used with this database');
    await writeFile(file, 'short');
    expect((await refused())?.what).toContain('it has 5 characters');
    await rm(file);
    expect((await refused())?.fix).toContain('restore it from a backup');
  });
});
