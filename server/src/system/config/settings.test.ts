import { ConfigService, DictService } from '@platform/plugin-sdk/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION_SERVICES } from '../../infra/index.ts';
import { requestContext } from '../../kernel/index.ts';
import { dataOf, type Client, type TestHost } from '../testing/host.ts';
import { startTwoTenants } from '../testing/two-tenants.ts';

let host: TestHost;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  ({ host, admin, boss } = await startTwoTenants());
});
afterAll(() => host.stop());

const put = (client: Client, configKey: string, configValue: string, configCategory = 'hello') =>
  client('POST', '/system/config', { configKey, configValue, configCategory });
const configOf = (code: string) =>
  host.services.use(APPLICATION_SERVICES).find(ConfigService, code) as ConfigService;
const asTenant = <T>(tenantId: string, work: () => T): T => requestContext.runAs(tenantId, work);

describe('configuration', () => {
  it('design 12: names the settings that the host reads, and refuses what is none of their choices', async () => {
    const known = dataOf<Array<{ configKey: string; choices: string[] }>>(
      await admin('GET', '/system/config/known'),
    );
    expect(known.map(({ configKey }) => configKey)).toEqual([
      'login.second-factor',
      'login.second-factor-roles',
    ]);
    const refused = await put(admin, 'login.second-factor', 'sometimes');
    expect(refused.body.error).toBe('CONFIG_VALUE_REFUSED');
    for (const choice of known[0]?.choices ?? []) {
      const { configId } = dataOf<{ configId: number }>(await put(admin, 'login.second-factor', choice));
      await admin('DELETE', `/system/config/${configId}`);
    }
  });

  it('is added, found, changed, exported and removed', async () => {
    const { configId } = dataOf<{ configId: number }>(await put(admin, 'crud.value', '=1+1', 'crud'));
    expect((await put(admin, 'crud.value', '2')).body).toMatchObject({
      code: 409,
      error: 'CONFIG_KEY_TAKEN',
    });
    expect((await admin('GET', '/system/config/list?configCategory=crud')).body).toMatchObject({ total: 1 });
    expect((await admin('GET', '/system/config/export?configCategory=crud')).text).toContain("'=1+1");
    expect((await admin('PUT', '/system/config', { configId, configValue: 'new' })).status).toBe(200);
    expect(dataOf(await admin('GET', '/system/config/value/crud.value'))).toBe('new');
    expect(dataOf(await admin('DELETE', `/system/config/${configId}`))).toMatchObject({ changed: 1 });
    expect((await admin('GET', '/system/config/value/crud.value')).status).toBe(404);
  });

  it('has names in other languages, which go with its name', async () => {
    const { configId } = dataOf<{ configId: number }>(
      await admin('POST', '/system/config', {
        ...{ configKey: 'named.value', configValue: '1', configName: 'Rows', configNames: { zh: '行数' } },
      }),
    );
    const names = async () =>
      dataOf<{ configNames?: object }>(await admin('GET', `/system/config/${configId}`)).configNames;
    expect(await names()).toEqual({ zh: '行数' });
    await admin('PUT', '/system/config', { configId, configValue: '2', configName: 'Rows' });
    expect(await names()).toEqual({ zh: '行数' });
    await admin('PUT', '/system/config', { configId, configName: 'Lines' });
    expect(await names()).toBeUndefined();
    await admin('DELETE', `/system/config/${configId}`);
  });

  it('keeps who gave it which value, and of a secret only that it changed', async () => {
    const { configId } = dataOf<{ configId: number }>(await put(admin, 'kept.value', 'first', 'kept'));
    await admin('PUT', '/system/config', { configId, configValue: 'second' });
    await admin('PUT', '/system/config', { configId, remark: 'no new value' });
    await admin('PUT', '/system/config', { configId, configValue: 'second' });
    await admin('DELETE', `/system/config/${configId}`);
    const historyOf = async (client: Client, key: string) =>
      (await client('GET', `/system/config/history?configKey=${key}`)).body.rows ?? [];
    const rows = await historyOf(admin, 'kept.value');
    expect(rows.map(({ change, before, after, userName }) => [change, before, after, userName])).toEqual([
      ['removed', 'second', null, 'admin'],
      ['changed', 'first', 'second', 'admin'],
      ['added', null, 'first', 'admin'],
    ]);
    expect(await historyOf(boss, 'kept.value')).toEqual([]);

    const secret = dataOf<{ configId: number }>(await put(admin, 'kept.key', 'hidden-1', 'kept.private'));
    await admin('PUT', '/system/config', { configId: secret.configId, configValue: 'hidden-2' });
    const hidden = await historyOf(admin, 'kept.key');
    expect(hidden).toMatchObject([
      { change: 'changed', before: null, after: null, isSecret: true },
      { change: 'added', before: null, after: null, isSecret: true },
    ]);
  });

  it('forgets the earlier values of what becomes a secret', async () => {
    const { configId } = dataOf<{ configId: number }>(await put(admin, 'late.key', 'in the open', 'late'));
    await admin('PUT', '/system/config', { configId, configCategory: 'late.private' });
    const { body } = await admin('GET', '/system/config/history?configKey=late.key');
    expect(body.rows).toMatchObject([{ change: 'added', before: null, after: null, isSecret: true }]);
  });

  it('is found by its key and by its name in any language, not by the languages', async () => {
    await admin('POST', '/system/config', {
      ...{ configKey: 'found.rows', configValue: '1', configCategory: 'found', configName: 'Rows of a page' },
      configNames: { 'zh-CN': '每页行数' },
    });
    const found = async (name: string, list = 'list') => {
      const query = new URLSearchParams({ name, configCategory: 'found' });
      return admin('GET', `/system/config/${list}?${query.toString()}`);
    };
    for (const name of ['OUND.R', 'of a PAGE', '每页'])
      expect((await found(name)).body.rows?.map((row) => row['configKey'])).toEqual(['found.rows']);
    for (const name of ['zh-CN', '%', '每 页']) expect((await found(name)).body.total).toBe(0);
    expect((await found('行数', 'export')).text).toContain('found.rows');
  });

  it('treats % and _ literally in a search', async () => {
    await put(admin, 'escape.a_b', '1', 'escape');
    await put(admin, 'escape.aXb', '1', 'escape');
    const answer = await admin('GET', '/system/config/list?configKey=a_b&configCategory=escape');
    expect(answer.body.rows?.map((row) => row['configKey'])).toEqual(['escape.a_b']);
    expect((await admin('GET', '/system/config/list?configKey=%25&configCategory=escape')).body.total).toBe(
      0,
    );
  });

  it('protects settings of the platform', async () => {
    const rows = (await admin('GET', '/system/config/list?configKey=platform.init.version')).body.rows ?? [];
    const configId = Number(rows[0]?.['configId']);
    expect((await admin('DELETE', `/system/config/${configId}`)).body.error).toBe('CONFIG_BUILT_IN');
    const renamed = await admin('PUT', '/system/config', { configId, configKey: 'platform.other' });
    expect(renamed.body.error).toBe('CONFIG_BUILT_IN');
  });

  it('findings: interface 23: reserves some settings for the host, in every tenant', async () => {
    const own = (await admin('GET', '/system/config/list?pageSize=200')).body.rows ?? [];
    const rows = own.filter((row) => row['isSystem'] === true);
    expect(rows.map((row) => row['configKey'])).toContain('platform.init.version');
    for (const { configId, configKey, configValue } of rows) {
      for (const change of [{ configValue: '0' }, { configCategory: 'site' }, { remark: 'x' }]) {
        const refused = await admin('PUT', '/system/config', { configId, ...change });
        expect(refused.body.error, JSON.stringify(change)).toBe('CONFIG_BUILT_IN');
      }
      const added = await boss('POST', '/system/config', { configKey, configValue: '0' });
      expect(added.body.error).toBe('CONFIG_BUILT_IN');
      expect((await admin('GET', `/system/config/${String(configId)}`)).body.data).toMatchObject({
        configValue,
      });
    }
    await put(boss, 'renamed.value', 'x', 'renamed');
    const [row] = (await boss('GET', '/system/config/list?configKey=renamed.value')).body.rows ?? [];
    const change = { configId: row?.['configId'], configKey: 'platform.init.version' };
    expect((await boss('PUT', '/system/config', change)).body.error).toBe('CONFIG_BUILT_IN');
  });

  it("gives a tenant its own value, else the default tenant's", async () => {
    await put(admin, 'hello.color', 'blue');
    const config = configOf('hello');
    expect(await asTenant('acme', () => config.get('hello.color'))).toBe('blue');
    await asTenant('acme', () => config.set('hello.color', 'red'));
    await asTenant('acme', () => config.set('hello.color', 'green'));
    expect(await asTenant('acme', () => config.get('hello.color'))).toBe('green');
    expect(await asTenant('000000', () => config.get('hello.color'))).toBe('blue');
    expect(await config.get('hello.color')).toBe('blue');
    expect((await boss('GET', '/system/config/list?configCategory=hello')).body.rows).toMatchObject([
      { configKey: 'hello.color', configValue: 'green' },
    ]);
  });

  it('can be read as number, boolean and JSON', async () => {
    await put(admin, 'typed.number', ' 1.5 ');
    await put(admin, 'typed.yes', '1');
    await put(admin, 'typed.no', 'FALSE');
    await put(admin, 'typed.json', '{"a":[1]}');
    await put(admin, 'typed.text', 'text');
    const config = configOf('typed');
    expect(await config.getNumber('typed.number')).toBe(1.5);
    expect(await config.getBoolean('typed.yes')).toBe(true);
    expect(await config.getBoolean('typed.no')).toBe(false);
    expect(await config.getJson('typed.json')).toEqual({ a: [1] });
    expect(await config.getNumber('typed.none', 7)).toBe(7);
    expect(await config.get('typed.none')).toBeUndefined();
    const invalid = { code: 'CONFIG_VALUE_INVALID' };
    await expect(config.getNumber('typed.text')).rejects.toMatchObject(invalid);
    await expect(config.getBoolean('typed.text')).rejects.toMatchObject(invalid);
    await expect(config.getJson('typed.text')).rejects.toMatchObject(invalid);
  });
});

describe('findings: applications 3: settings of an application', () => {
  const secret = { configKey: 'safe.password', configValue: 'smtp', configCategory: 'safe.private' };
  const open = async (code: string) => (await host.anonymous('GET', `/open/${code}/config`)).text;

  it('are its own keys; those of category <code>.private are hidden from everybody', async () => {
    await admin('POST', '/system/config', secret);
    await put(admin, 'safe.colour', 'blue', 'safe');
    const config = configOf('safe');
    expect(await config.get('safe.password')).toBe('smtp');
    expect(await asTenant('acme', () => config.get('safe.password'))).toBe('smtp');
    expect(await config.get('safe.colour')).toBe('blue');
    expect(await open('safe')).toContain('"settings":{"colour":"blue"}');
    for (const code of ['safe.private', 'safe%2eprivate', 'safe-private', 'saf%']) {
      expect(await open(code), code).not.toContain('smtp');
    }
    expect(await host.anonymous('GET', '/open/safe/config?category=safe.private')).toMatchObject({
      text: expect.not.stringContaining('smtp') as string,
    });
  });

  it('prefer the private row, and stay private when they are overwritten', async () => {
    const config = configOf('mail');
    await asTenant('000000', () => config.set('mail.key', 'first', { private: true }));
    await asTenant('acme', () => config.set('mail.key', 'own'));
    await put(boss, 'mail.host', 'public', 'mail');
    await admin('POST', '/system/config', {
      configKey: 'mail.host',
      configValue: 'private',
      configCategory: 'mail.private',
    });
    expect(await asTenant('acme', () => config.get('mail.key'))).toBe('own');
    expect(await asTenant('acme', () => config.get('mail.host'))).toBe('private');
    const shown = await host.anonymous('GET', '/open/mail/config', undefined, { 'x-tenant-id': 'acme' });
    expect(shown.body.data).toMatchObject({ settings: { host: 'public' } });
    await asTenant('acme', () => config.set('mail.host', 'mine', { private: true }));
    const after = await host.anonymous('GET', '/open/mail/config', undefined, { 'x-tenant-id': 'acme' });
    expect(after.body.data).toMatchObject({ settings: {} });
  });

  it('exclude those of the host, except the base properties of the site, and those of others', async () => {
    await put(admin, 'platform.name', 'Our site', 'platform');
    await put(admin, 'platform.secret', 'x', 'platform');
    await put(admin, 'platform.logo', 'x', 'platform.private');
    await put(admin, 'other.value', 'x', 'other');
    const config = configOf('safe');
    expect(await config.get('platform.name')).toBe('Our site');
    const hidden = [
      'platform.secret',
      'platform.logo',
      'platform.init.version',
      'platform.id',
      'other.value',
      'safe',
    ];
    for (const key of hidden) expect(await config.get(key, 'none'), key).toBe('none');
    for (const key of [...hidden, 'platform.name', 'safer.x', 'SAFE.x']) {
      await expect(config.set(key, 'x'), key).rejects.toMatchObject({
        code: 'CONFIG_KEY_FOREIGN',
        status: 403,
      });
    }
  });

  it('are not written to the operation log', async () => {
    await admin('POST', '/system/config', {
      ...secret,
      configKey: 'safe.token',
      configValue: 'never-to-be-seen',
    });
    await expect.poll(async () => (await admin('GET', '/system/operLog/list')).text).toContain('safe.token');
    expect((await admin('GET', '/system/operLog/list')).text).not.toContain('never-to-be-seen');
  });
});

describe('GET /open/{code}/config', () => {
  it('spec: Generic site-config endpoint/is public, selected by category, knows no application', async () => {
    await put(admin, 'site.name', 'Our site', 'site');
    await put(admin, 'site.theme.dark', 'true', 'site');
    await put(admin, 'site.elsewhere', 'x', 'another-category');
    const answer = await host.anonymous('GET', '/open/site/config');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      logo: null,
      favicon: null,
      name: 'Our site',
      nameEn: null,
      backgroundImage: null,
      description: null,
      copyright: null,
      icp: null,
      settings: { 'theme.dark': 'true' },
    });
    const unknown = await host.anonymous('GET', '/open/never-heard-of/config');
    expect(unknown.body).toMatchObject({ code: 200, data: { name: null, settings: {} } });
  });

  it("spec: Generic site-config endpoint/prefers the tenant's rows to the default tenant's", async () => {
    await put(admin, 'shop.name', 'Default shop', 'shop');
    await put(admin, 'shop.slogan', 'Default slogan', 'shop');
    await put(boss, 'shop.name', 'Acme shop', 'shop');
    const answer = await host.anonymous('GET', '/open/shop/config', undefined, { 'x-tenant-id': 'acme' });
    expect(answer.body.data).toMatchObject({ name: 'Acme shop', settings: { slogan: 'Default slogan' } });
  });
});

describe('dictionaries', () => {
  it('are added with entries, read by everybody, changed and removed', async () => {
    const type = { dictName: 'Colours', dictType: 'hello_color' };
    const { dictId } = dataOf<{ dictId: number }>(await admin('POST', '/system/dict/type', type));
    expect((await admin('POST', '/system/dict/type', type)).body.error).toBe('DICT_TYPE_TAKEN');
    const entry = (dictValue: string, dictSort: number, more: object = {}) =>
      admin('POST', '/system/dict/data', {
        dictType: 'hello_color',
        dictLabel: dictValue.toUpperCase(),
        dictValue,
        dictSort,
        ...more,
      });
    await entry('red', 2, { listClass: 'danger' });
    await entry('blue', 1, { isDefault: true });
    await entry('grey', 3, { status: 0 });
    expect((await entry('red', 9)).body.error).toBe('DICT_VALUE_TAKEN');
    const unknown = { dictType: 'nothing', dictLabel: 'x', dictValue: 'x' };
    expect((await admin('POST', '/system/dict/data', unknown)).body.error).toBe('DICT_TYPE_UNKNOWN');
    const entries = [
      { value: 'blue', label: 'BLUE', order: 1, isDefault: true },
      { value: 'red', label: 'RED', order: 2, isDefault: false, tag: 'danger' },
    ];
    expect(dataOf(await boss('GET', '/system/dict/data/type/hello_color'))).toEqual(entries);
    expect((await admin('DELETE', `/system/dict/type/${dictId}`)).body.error).toBe('DICT_NOT_EMPTY');
    await admin('PUT', '/system/dict/type', { dictId, dictType: 'hello_paint' });
    expect(dataOf(await admin('GET', '/system/dict/data/type/hello_paint'))).toEqual(entries);
    const rows = (await admin('GET', '/system/dict/data/list?dictType=hello_paint')).body.rows ?? [];
    await admin('DELETE', `/system/dict/data/${rows.map((row) => String(row['dictCode'])).join(',')}`);
    expect((await admin('DELETE', `/system/dict/type/${dictId}`)).status).toBe(200);
  });

  it('return labels to applications; a tenant may have its own', async () => {
    const dict = host.services.use(DictService);
    expect(await dict.label('sys_enabled', '1')).toBe('Enabled');
    expect(await dict.label('sys_enabled', '7')).toBeUndefined();
    expect(await dict.list('nothing')).toEqual([]);
    await boss('POST', '/system/dict/type', { dictName: 'Mine', dictType: 'sys_enabled' });
    const own = { dictType: 'sys_enabled', dictLabel: 'On', dictValue: '1' };
    await boss('POST', '/system/dict/data', own);
    expect(await asTenant('acme', () => dict.label('sys_enabled', '1'))).toBe('On');
  });
});
