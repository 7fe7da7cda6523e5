import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigService } from '@platform/plugin-sdk/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE } from '../../data/index.ts';
import { APPLICATION_SERVICES } from '../../infra/index.ts';
import { S3TestServer } from '../../infra/testing/s3-server.ts';
import { requestContext } from '../../kernel/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from '../testing/host.ts';
import { startTwoTenants } from '../testing/two-tenants.ts';

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
});
afterAll(() => host.stop());

const configOf = (code: string) =>
  host.services.use(APPLICATION_SERVICES).find(ConfigService, code) as ConfigService;
const asTenant = <T>(tenantId: string, work: () => T): T => requestContext.runAs(tenantId, work);

describe('design 11.8-13: secrets', () => {
  const SECRET = 'Quokka-55-marmalade';
  const add = (client: Client, configKey: string, configCategory: string) =>
    client('POST', '/system/config', { configKey, configValue: SECRET, configCategory });
  const rowOf = async (client: Client, configKey: string) =>
    ((await client('GET', `/system/config/list?configKey=${configKey}`)).body.rows ?? [])[0] ?? {};
  const edit = (configId: unknown, change: object) => admin('PUT', '/system/config', { configId, ...change });

  it('are masked in every answer, and encrypted in every file', async () => {
    const { configId } = dataOf<{ configId: number }>(await add(admin, 'vault.password', 'vault.private'));
    await asTenant('acme', () => configOf('vault').set('vault.token', SECRET, { private: true }));
    const answers = [
      await admin('GET', '/system/config/list?pageSize=200'),
      await admin('GET', '/system/config/export'),
      await admin('GET', `/system/config/${configId}`),
      await admin('GET', '/system/config/value/vault.password'),
      await boss('GET', '/system/config/value/vault.token'),
      await boss('GET', '/system/config/list'),
      await boss('GET', '/system/operLog/list'),
      await host.anonymous('GET', '/open/vault/config'),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('sealed:');
    }
    expect(await rowOf(admin, 'vault.password')).toMatchObject({ configValue: '******' });
    for (const end of ['', '-wal']) {
      const content = await readFile(join(host.directory, `platform.db${end}`));
      expect(content.includes(SECRET), `platform.db${end}`).toBe(false);
    }
    expect(await configOf('vault').get('vault.password')).toBe(SECRET);
    expect(await asTenant('acme', () => configOf('vault').get('vault.token'))).toBe(SECRET);
  });

  it('stay when the mask is sent back, and change with another value', async () => {
    const { configId } = await rowOf(admin, 'vault.password');
    expect((await edit(configId, { configValue: '******', remark: 'x' })).status).toBe(200);
    expect(await configOf('vault').get('vault.password')).toBe(SECRET);
    await edit(configId, { configValue: 'other' });
    expect(await configOf('vault').get('vault.password')).toBe('other');
    await edit(configId, { configValue: SECRET });
  });

  it('do not become public, or those of another application, without being entered again', async () => {
    const { configId } = await rowOf(admin, 'vault.password');
    for (const change of [
      { configCategory: 'vault' },
      { configCategory: null },
      { configCategory: 'vault', configValue: '******' },
      { configKey: 'thief.password' },
      { configCategory: 'thief.private' },
    ]) {
      const refused = await edit(configId, change);
      expect(refused.body, JSON.stringify(change)).toMatchObject({ code: 409, error: 'SECRET_NEEDS_VALUE' });
    }
    expect(await configOf('vault').get('vault.password')).toBe(SECRET);
    expect((await edit(configId, { configCategory: 'vault', configValue: 'public' })).status).toBe(200);
    expect(await rowOf(admin, 'vault.password')).toMatchObject({ configValue: 'public' });
    expect((await edit(configId, { configCategory: 'vault.private' })).status).toBe(200);
    expect(await rowOf(admin, 'vault.password')).toMatchObject({ configValue: '******' });
    expect(await configOf('vault').get('vault.password')).toBe('public');
  });

  it('that were copied to another row by SQL are refused by name, without their text', async () => {
    await add(admin, 'vault.source', 'vault.private');
    await add(boss, 'vault.target', 'vault.private');
    const database = host.services.use(DATABASE);
    await database.raw(
      `update sys_config set config_value =
        (select config_value from sys_config where config_key = 'vault.source') where config_key = 'vault.target'`,
    );
    await expect(asTenant('acme', () => configOf('vault').get('vault.target'))).rejects.toMatchObject({
      code: 'SECRET_UNREADABLE',
      status: 500,
      message: expect.stringContaining('vault.target of the tenant acme') as string,
    });
    expect((await boss('GET', '/system/config/list')).status).toBe(200);
  });

  it('of storages are encrypted, decrypted for their server, and refused when they were changed', async () => {
    const server = new S3TestServer();
    const endpoint = await server.listen();
    const storage = { configKey: 'vault', storageType: 's3', bucket: 'bucket', accessKey: 'id', endpoint };
    const created = await admin('POST', '/system/ossConfig', { ...storage, secretKey: SECRET });
    const { ossConfigId } = dataOf<{ ossConfigId: number }>(created);
    const database = host.services.use(DATABASE);
    const stored = async () =>
      (
        await database.raw<{ secret_key: string }>(
          "select secret_key from sys_oss_config where config_key = 'vault'",
        )
      ).rows[0]?.secret_key ?? '';
    expect(await stored()).toMatch(/^sealed:1:/);
    const view = await admin('GET', `/system/ossConfig/${ossConfigId}`);
    expect(view.body.data).toMatchObject({ hasSecretKey: true });
    expect(view.text).not.toContain(SECRET);
    const check = () => admin('POST', `/system/ossConfig/${ossConfigId}/check`);
    expect((await check()).status).toBe(200);
    const before = await stored();
    await admin('PUT', '/system/ossConfig', { ossConfigId, remark: 'x', secretKey: '' });
    expect(await stored()).toBe(before);
    await database.raw("update sys_oss_config set oss_config_id = 4712 where config_key = 'vault'");
    const moved = await admin('POST', '/system/ossConfig/4712/check');
    expect(moved.body).toMatchObject({ code: 500, error: 'SECRET_UNREADABLE' });
    expect(moved.text).not.toContain('sealed:');
    await server.close();
  });

  it('that were stored in plain text are encrypted at the next start', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'plain-secrets-'));
    const first = await startTestHost({ directory });
    await first.services.use(DATABASE).raw(
      `insert into sys_config (config_id, tenant_id, config_key, config_value, config_category)
        values (4711, '000000', 'vault.old', '${SECRET}', 'vault.private')`,
    );
    await first.stop();
    const second = await startTestHost({ directory });
    try {
      for (const end of ['', '-wal']) {
        const content = await readFile(join(directory, `platform.db${end}`));
        expect(content.includes(SECRET), `platform.db${end}`).toBe(false);
      }
      const config = second.services.use(APPLICATION_SERVICES).find(ConfigService, 'vault') as ConfigService;
      expect(await config.get('vault.old')).toBe(SECRET);
    } finally {
      await second.stop();
      await rm(directory, { recursive: true });
    }
  });
});
