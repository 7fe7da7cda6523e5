import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jarName } from '@platform/package-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFailure, publishPackage } from '@platform/cli';
import type { ParsedPackage } from '@platform/host-api';
import { PackageWorkshop, publicKeys, type PackageSpec } from '../src/market/testing/test-packages.ts';
import { job } from '../src/scheduler/testing/job-source.ts';
import * as applications from './support/error-applications.ts';
import { TestPlatform } from './support/platform.ts';

interface Reply {
  readonly status: number;
  readonly error?: string;
  readonly msg: string;
  readonly data?: unknown;
  readonly rows?: unknown;
}

const { shelf, shelfScripts } = applications;
const directory = mkdtempSync(join(tmpdir(), 'error-rows-'));
const key = join(directory, 'public.pem');
let workshop: PackageWorkshop;
let platform: TestPlatform;
beforeAll(async () => {
  writeFileSync(key, publicKeys[0] ?? '');
  workshop = await PackageWorkshop.open();
  platform = await TestPlatform.start([], join(directory, 'data'), key);
});
afterAll(async () => {
  await platform.stop();
  await workshop.close();
  rmSync(directory, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: unknown, on = platform): Promise<Reply> {
  const headers = new Headers({ authorization: `Bearer ${on.token}` });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(on.apiUrl + path, { method, headers, body: JSON.stringify(body) ?? null });
  return { ...((await response.json()) as Reply), status: response.status };
}
const get = (path: string, on = platform): Promise<Reply> => call('GET', path, undefined, on);
/** Without a token. */
const getOpen = (path: string) => platform.get(platform.apiUrl + path);

/** Builds, without a frontend where none is given. */
const build = (spec: PackageSpec): Promise<string> => workshop.build({ frontend: null, ...spec });
const install = async (spec: PackageSpec): Promise<Reply> => {
  const { appCode } = await publishPackage(platform.api, await build(spec));
  return call('POST', '/app/install', { appCode });
};
const installed = async (spec: PackageSpec): Promise<void> =>
  expect(await install(spec)).toMatchObject({ status: 200 });
const installOf = async (code: string): Promise<number> => {
  const rows = await platform.api.get<Array<{ installId: number; appCode: string }>>('/app/install/list');
  return rows.find(({ appCode }) => appCode === code)?.installId ?? expect.fail(`${code} is not installed.`);
};
const upgrade = async (spec: PackageSpec): Promise<Reply> => {
  const { appCode } = await publishPackage(platform.api, await build(spec));
  return call('POST', `/app/install/${await installOf(appCode)}/upgrade`, {});
};

describe('an installed application', () => {
  beforeAll(async () => {
    await publishPackage(platform.api, await workshop.build());
    await platform.api.post('/app/install', { appCode: 'demo' });
  });

  it('spec: Errors/plugin route without token', async () => {
    expect(await get('/demo/greet')).toMatchObject({ status: 200, data: 'hello 1.0.0' });
    expect(await getOpen('/demo/greet')).toMatchObject({ status: 401, body: { code: 401 } });
  });

  it('spec: Errors/change or deletion of protected menu fields', async () => {
    const rows = (await get('/system/menu/list')).rows as Array<{ menuId: number; menuKey: string }>;
    const { menuId } = rows.find(({ menuKey }) => menuKey === 'demo:item') ?? expect.fail('no menu');
    const own = { component: 'host:console', perms: 'a:b:c', menuType: 'M', parentId: 0 };
    for (const change of Object.entries({ path: 'elsewhere', ...own })) {
      const refused = await call('PUT', '/system/menu', { menuId, ...Object.fromEntries([change]) });
      expect(refused, change.join(' ')).toMatchObject({ status: 409, error: 'MENU_PROTECTED' });
    }
    expect(await call('DELETE', `/system/menu/${menuId}`)).toMatchObject({
      status: 409,
      error: 'MENU_PROTECTED',
    });
    expect(await call('PUT', '/system/menu', { menuId, menuName: 'Mine' })).toMatchObject({ status: 200 });
  });

  it('spec: Errors/remote view artifacts not at the web server directory: the entry returns 404', async () => {
    const entry = `${platform.frontendUrl}/remote-apps/demo/index.js`;
    expect((await platform.get(entry)).status).toBe(200);
    rmSync(join(platform.data, 'remote-apps/demo'), { recursive: true });
    expect((await platform.get(entry)).status).toBe(404);
  });

  it('spec: Errors/install on a running host: changes of the jar do not affect routes', async () => {
    writeFileSync(join(platform.data, 'plugins-dist', jarName('demo', '1.0.0')), 'half a ja');
    expect(await get('/demo/greet')).toMatchObject({ status: 200, data: 'hello 1.0.0' });
  });

  it('spec: Errors/open path when the application is not loaded', async () => {
    expect(await getOpen('/open/visit/x')).toMatchObject({ status: 404 });
    await installed({ code: 'visit', backend: applications.visit });
    expect(await getOpen('/open/visit/x')).toMatchObject({ status: 200, body: { data: 1 } });
    await call('DELETE', `/app/install/${await installOf('visit')}`);
    expect(await getOpen('/open/visit/x')).toMatchObject({ status: 404 });
  });

  it('spec: Errors/a plugin class whose dependency is missing: skips its routes, as the task reports', async () => {
    await installed({ code: 'partly', backend: applications.partly });
    expect(await get('/partly/x')).toMatchObject({ status: 200, data: 1 });
    expect(await get('/partly/pay/x')).toMatchObject({ status: 404 });
    const name = 'cn.platform.partly.PayController';
    expect((await get('/app/runtime/applications/partly')).data).toMatchObject({
      skipped: [{ name, missing: 'payment-sdk' }],
    });
    const [task] = (await get('/app/task/list')).rows as Array<{ logText: string }>;
    expect(task?.logText).toContain(`warning: ${name} was skipped, payment-sdk is missing`);
  });

  it('spec: Errors/job annotated but no task created: the job is listed and has never run', async () => {
    await installed({
      code: 'report',
      backend: job('report', 'report.daily', 'return ExecuteResult.success("sent");'),
    });
    expect((await get('/scheduler/executor')).data).toMatchObject([
      { name: 'report.daily', appCode: 'report' },
    ]);
    const runs = async (): Promise<unknown> => (await get('/scheduler/log/list')).rows;
    expect(await runs()).toEqual([]);
    const task = { jobName: 'Daily', executor: 'report.daily', cron: '0 0 1 1 *', status: 0 };
    const { jobId } = (await call('POST', '/scheduler/task', task)).data as { jobId: number };
    await call('POST', `/scheduler/task/${jobId}/run`);
    await expect.poll(runs).toMatchObject([{ status: 'succeeded', message: 'sent' }]);
  });
});

describe('a service of another application', () => {
  beforeAll(() => installed({ code: 'caller', backend: applications.caller }));
  const missing = {
    status: 424,
    error: 'APP_NOT_INSTALLED',
    msg: expect.stringContaining('not installed or not enabled; install it from the marketplace') as string,
  };

  it('spec: Errors/strong locator dependency missing', async () => {
    expect(await get('/caller/points')).toMatchObject(missing);
  });

  it('spec: Errors/application not installed or not enabled', async () => {
    await installed({ code: 'member', backend: applications.member });
    expect(await get('/caller/points')).toMatchObject({ status: 200, data: 5 });
    await call('POST', `/app/install/${await installOf('member')}/disable`);
    expect(await get('/caller/points')).toMatchObject(missing);
  });
});

describe('a refused version', () => {
  it('spec: Errors/list without latest_version', async () => {
    const file = await build({ code: 'draft' });
    const { packageUrl, packageSha256 } = await platform.api.upload<ParsedPackage>(
      '/app/package/parse',
      file,
    );
    const saved = await call('POST', '/app/version', { packageUrl, packageSha256 });
    const { appId } = saved.data as { appId: number };
    expect(await call('POST', `/app/console/${appId}/status?status=1`)).toMatchObject({
      status: 409,
      error: 'APP_WITHOUT_VERSION',
    });
  });

  it('spec: Errors/platform class compiled into a plugin', async () => {
    const jar = await applications.jarWithPlatformClass(directory, 'twin');
    const file = await build({ code: 'twin', extra: { [`backend/${jarName('twin', '1.0.0')}`]: jar } });
    const { details } = await platform.api.upload('/app/package/parse', file).then(
      () => expect.fail('It was accepted.'),
      (error: ApiFailure) => error,
    );
    const entry = expect.stringContaining('lib/@platform/plugin-sdk/web.js') as string;
    expect(details).toContainEqual(expect.objectContaining({ severity: 'error', message: entry }));
  });

  it('spec: Errors/stale statements after reload: a version runs its own statements, those of another package are refused', async () => {
    const spec = { code: 'shelf', migrations: shelfScripts('shelf') };
    const found = async () => (await get('/shelf/found')).data;
    await installed({ ...spec, backend: shelf('shelf', 'first') });
    expect(await found()).toEqual([{ id: 1, title: 'first' }]);
    expect(await upgrade({ ...spec, version: '1.1.0', backend: shelf('shelf', 'second') })).toMatchObject({
      status: 200,
    });
    expect(await found()).toEqual([{ id: 1, title: 'second' }]);
    const foreign = shelf('shelf', 'third', 'cn.platform.other.ItemMapper');
    const refused = upgrade({ ...spec, version: '1.2.0', backend: foreign });
    await expect(refused).rejects.toThrow(
      'namespace "cn.platform.other.ItemMapper" belongs to another application',
    );
    expect(await found()).toEqual([{ id: 1, title: 'second' }]);
  });

  it('spec: Errors/migration script whose content changed after execution', async () => {
    const [[name, text] = expect.fail('no script'), ...others] = Object.entries(shelfScripts('shelf'));
    const migrations = { [name]: `${text} -- changed`, ...Object.fromEntries(others) };
    const refused = await upgrade({
      code: 'shelf',
      version: '1.3.0',
      migrations,
      backend: shelf('shelf', 'fourth'),
    });
    expect(refused).toMatchObject({ status: 409, error: 'MIGRATION_CHANGED' });
    expect(refused.msg).toContain(name);
    expect((await get('/shelf/found')).data).toEqual([{ id: 1, title: 'second' }]);
  });

  it.each([
    {
      row: 'spec: Errors/same-type bean',
      spec: { code: 'beans', backend: applications.ambiguous },
      error: 'PLUGIN_BEAN_AMBIGUOUS',
      says: 'expected single matching bean but found 2',
    },
    {
      row: 'spec: Errors/locator placed where others cannot see it',
      spec: { code: 'stock', backend: applications.ownLocator },
      error: 'PLUGIN_BEAN_MISSING',
      says: "No qualifying bean of type 'cn.platform.stock.StockServiceLocator'",
    },
    {
      row: 'spec: Errors/host mapper file set registered twice',
      spec: { code: 'twice', backend: applications.shelfTwice('twice') },
      error: 'MAPPER_DUPLICATE',
      says: 'Result Maps collection already contains value for cn.platform.twice.ItemMapper.item',
    },
    {
      row: 'spec: Errors/a malformed mapper XML',
      spec: { code: 'malformed', backend: applications.shelfMalformed('malformed') },
      error: 'MAPPER_XML_INVALID',
      says: 'mapper/malformed/ItemMapper.xml',
    },
  ])('$row: the installation reports the reason, and adds no route', async ({ spec, error, says }) => {
    const refused = await install(spec);
    expect(refused).toMatchObject({ status: 422, error });
    expect(refused.msg).toContain(says);
    expect(await get(`/${spec.code}/found`)).toMatchObject({ status: 404 });
  });
});

describe('a catalog', () => {
  it('spec: Errors/catalog token invalid', async () => {
    const { token } = await platform.api.post<{ token: string }>('/app/console/catalog-token', {
      name: 'Shop',
    });
    const read = async (given?: string): Promise<Reply> => {
      const headers = new Headers(given === undefined ? [] : [['x-catalog-token', given]]);
      const response = await fetch(`${platform.apiUrl}/app/catalog/apps`, { headers });
      return { ...((await response.json()) as Reply), status: response.status };
    };
    expect(await read(token)).toMatchObject({ status: 200 });
    for (const wrong of [undefined, `${token}x`, platform.token]) {
      const refused = await read(wrong);
      expect(refused).toMatchObject({ status: 401, error: 'CATALOG_TOKEN_INVALID' });
      expect(refused.msg).toContain('catalog interface token check failed');
    }
  });

  it('spec: Errors/catalog remote answers 200 with an error envelope', async () => {
    const publisher = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 500, msg: 'database gone' }));
    });
    await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
    const { port } = publisher.address() as AddressInfo;
    const user = await TestPlatform.start([
      '--platform.edition=user',
      `--app-market.catalog.base-url=http://127.0.0.1:${port}`,
    ]);
    try {
      const refused = await get('/app/market/list', user);
      expect(refused.status).not.toBe(200);
      expect(refused).toMatchObject({ error: 'CATALOG_REFUSED' });
      expect(refused.msg).toContain('database gone');
      expect(await call('POST', '/app/install', { appCode: 'demo' }, user)).toMatchObject({
        error: 'CATALOG_REFUSED',
      });
    } finally {
      await user.remove();
      publisher.close();
    }
  });
});

describe('after a start without backends', () => {
  it('spec: Errors/plugin route when app enabled but backend not loaded', async () => {
    expect(await get('/partly/x')).toMatchObject({ status: 200 });
    await platform.stop();
    platform = await TestPlatform.start(['--app-market.plugin-runtime.enabled=false'], platform.data, key);
    expect(await get('/partly/x')).toMatchObject({
      status: 503,
      error: 'APP_BACKEND_NOT_LOADED',
      msg: 'Application partly is enabled but its backend artifact is not loaded, ask an administrator to redeploy.',
    });
  });
});
