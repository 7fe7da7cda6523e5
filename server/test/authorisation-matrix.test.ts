import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { INCIDENTS } from '../src/plugin-runtime/index.ts';
import { HTTP, type Route } from '../src/kernel/index.ts';
import { bodyFor, pathFor, type Identifiers } from './support/request-for.ts';
import { MARK, TwoTenants } from './support/two-tenants.ts';

/** Routes without a login. Everyone who reaches the host can call them. */
const PUBLIC = [
  'GET /auth/oidc',
  'GET /auth/oidc/:provider/callback',
  'GET /auth/oidc/:provider/start',
  'GET /open/:code/config',
  'GET /open/demo/hello',
  'POST /auth/login',
  'POST /auth/login/password',
  'POST /auth/login/totp',
  'POST /auth/oidc/:provider/backchannel-logout',
  'POST /auth/oidc/:provider/session',
];
/** They look at no session that the browser has. */
const LOGINS = [
  'POST /auth/oidc/:provider/session',
  'POST /auth/login',
  'POST /auth/login/password',
  'POST /auth/login/totp',
];
/** Public to the host; a signed link opens them. */
const BY_LINK = ['GET /resource/oss/:ossId/link'];
/** Public to the host, and answered to a holder of a catalog token. */
const BY_INTERFACE_TOKEN = [
  'GET /app/catalog/apps',
  'GET /app/catalog/apps/:code',
  'GET /app/catalog/apps/:code/icon',
  'GET /app/catalog/apps/:code/versions',
  'GET /app/catalog/apps/:code/versions/:version/content',
  'GET /app/catalog/packages/:code/:version',
];
/** Records of the platform's own tenant that serve every tenant. (design 9.1-8) */
const SHARED = ['GET /system/config/value/:configKey', 'GET /system/dict/data/type/:dictType'];
/**
 * Refused for their content before the owner of the records matters: they create records, concern
 * the caller, or lack a parameter.
 */
const UNTOLD = [
  'POST /auth/proof',
  'POST /auth/second-factor/confirm',
  'PUT /system/user/profile/password',
  'POST /system/user/profile/tokens',
  'POST /system/user/profile/tokens/brief',
  'POST /system/menu',
  'GET /system/notice/:noticeId/readers',
  'POST /system/ossConfig',
  'POST /system/site/picture',
  'POST /scheduler/task',
];

/** Dumps of this process take long: its heap is that of all test files. */
const DUMPS = ['GET /monitor/heap-snapshot', 'GET /monitor/cpu-profile'];
/**
 * Answered although the path has a parameter: with shared data, the caller's own data, or a change
 * of nothing.
 */
const ANSWERED = [
  ...SHARED,
  'DELETE /demo/item/:id',
  'DELETE /system/loginLog/:ids',
  'DELETE /system/message/:ids',
  'DELETE /system/online/user/:userId',
  'DELETE /system/operLog/:ids',
  'GET /app/market/:appCode',
  'GET /app/runtime/applications/:appCode',
  'GET /app/runtime/applications/:appCode/contents',
  'GET /app/runtime/applications/:appCode/differences',
  'GET /app/runtime/applications/:appCode/roles',
  'GET /app/runtime/dictionaries/:dictType/uses',
  'GET /demo/item/:id',
  'GET /system/menu/:menuId',
  'GET /v3/api-docs/:group',
  'PUT /demo/item/:id',
  'PUT /system/message/:ids/read',
];
/** An id that nothing has. */
const NONE = 999_999_999_999;

let tenants: TwoTenants;
let routes: ReadonlyArray<Pick<Route, 'method' | 'url' | 'auth' | 'schema'>>;
let foreign: Identifiers;

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>): string => `${method} ${url}`;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Streams are left after their head. */
async function ask(
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const abort = new AbortController();
  const response = await fetch(tenants.platform.apiUrl + path, {
    method,
    signal: abort.signal,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  if (response.headers.get('content-type')?.includes('event-stream')) {
    abort.abort();
    return { status, text: '' };
  }
  return { status, text: await response.text() };
}

/** Routes that end the caller's own session come last. */
const inOrder = (all: typeof routes) =>
  [...all].sort((a, b) => Number(a.url === '/auth/logout') - Number(b.url === '/auth/logout'));

beforeAll(async () => {
  tenants = await TwoTenants.start();
  const described = JSON.parse(
    (await ask('GET', '/app/runtime/applications/demo', tenants.platform.token)).text,
  ) as { data: { routes: Route[] } };
  routes = inOrder([...tenants.platform.services.use(HTTP).routeTable, ...described.data.routes]);
  foreign = await identifiers();
});
afterAll(() => tenants.remove());

/** Ids of the first tenant's records, by the parameter names of the routes. */
async function identifiers(): Promise<Identifiers> {
  const one = async (column: string, table: string, where = `tenant_id = '000000'`) =>
    Number((await tenants.rows(`select ${column} as id from ${table} where ${where}`))[0]?.['id']);
  const ids = {
    userId: await one('user_id', 'sys_user', `user_name = 'holder'`),
    roleId: await one('role_id', 'sys_role', `role_key = 'marked'`),
    menuId: await one('menu_id', 'sys_menu', `menu_key = 'demo:root'`),
    configId: await one('config_id', 'sys_config', `config_key = 'kestrel.mark'`),
    dictId: await one('dict_id', 'sys_dict_type', `dict_type = 'kestrel_mark'`),
    dictCode: await one('dict_code', 'sys_dict_data', `dict_type = 'kestrel_mark'`),
    noticeId: await one('notice_id', 'sys_notice'),
    ossId: await one('oss_id', 'sys_oss', `original_name like '${MARK}%'`),
    ossConfigId: await one('oss_config_id', 'sys_oss_config', `config_key = 's3'`),
    sessionId: await one('session_id', 'sys_session', `user_name = 'holder'`),
    installId: await one('install_id', 'app_install'),
    taskId: await one('task_id', 'app_task'),
    appId: await one('app_id', 'app_info', `app_code = 'demo'`),
    versionId: await one('version_id', 'app_version', `app_code = 'demo'`),
    tokenId: await one('token_id', 'app_catalog_token', '1 = 1'),
    incidentId: await incident(),
    jobId: 1,
    moveId: 1,
    undoId: 1,
    logId: 1,
  };
  const logged = {
    oper: await one('oper_id', 'sys_oper_log'),
    login: await one('login_id', 'sys_login_log'),
    rights: await one('entry_id', 'sys_rights_log'),
  };
  const scriptToken = await one('token_id', 'sys_token');
  return {
    ...ids,
    tenantId: '000000',
    tenantIds: '000000',
    queue: 'platform.notices',
    dictType: 'kestrel_mark',
    configKey: 'kestrel.mark',
    appCode: 'demo',
    code: 'demo',
    version: '1.0.0',
    group: 'platform',
    path: 'db',
    provider: 'none',
    nodeId: 'none',
    name: 'http',
    requiredMetricName: 'http.server.requests',
    toMatch: 'server.port',
    '/actuator/sbom/:id id': 'application',
    '/demo/item/:id id': 1,
    '/auth/identities/:id id': 1,
    '/auth/sessions/:id id': ids.sessionId,
    '/system/operLog/:id id': logged.oper,
    '/system/operLog/:ids ids': logged.oper,
    '/system/rightsLog/:id id': logged.rights,
    '/system/loginLog/:id id': logged.login,
    '/system/loginLog/:ids ids': logged.login,
    '/system/user/profile/tokens/:ids ids': scriptToken,
    '/system/token/:ids ids': scriptToken,
    '/system/user/:ids ids': ids.userId,
    '/system/role/:ids ids': ids.roleId,
    '/system/role/:roleId/users/:ids ids': ids.userId,
    '/system/menu/:ids ids': ids.menuId,
    '/system/config/:ids ids': ids.configId,
    '/system/dict/type/:ids ids': ids.dictId,
    '/system/dict/data/:ids ids': ids.dictCode,
    '/system/dept/:ids ids': await one('dept_id', 'sys_dept'),
    '/system/post/:ids ids': await one('post_id', 'sys_post'),
    '/system/notice/:ids ids': ids.noticeId,
    '/system/oss/:ids ids': ids.ossId,
    '/system/ossConfig/:ids ids': ids.ossConfigId,
    '/system/online/:ids ids': ids.sessionId,
    '/system/message/:ids ids': 1,
    '/system/message/:ids/read ids': 1,
  };
}

/** An incident that names no application, so that only the platform's tenant sees it. */
async function incident(): Promise<number> {
  tenants.platform.services.use(INCIDENTS).record({ kind: 'stray', what: MARK });
  return vi.waitFor(async () => {
    const [row] = await tenants.rows('select incident_id as id from sys_incident where app_code is null');
    expect(row).toBeDefined();
    return Number(row?.['id']);
  });
}

/**
 * All data of the first tenant and of the platform, except sessions, which record the time of each
 * request, and data that the host writes on its own.
 */
async function kept(): Promise<Map<string, Set<string>>> {
  const written = /^(sqlite_|sys_(oper|login|rights)_log$|sys_session$|sys_node(_number)?$)/;
  const tables = (await tenants.rows(`select name from sqlite_master where type = 'table'`))
    .map((row) => String(row['name']))
    .filter((name) => !written.test(name));
  const found = new Map<string, Set<string>>();
  for (const table of tables) {
    const columns = (await tenants.rows(`select name from pragma_table_info('${table}')`)).map(
      (row) => row['name'],
    );
    const where = columns.includes('tenant_id') ? ` where tenant_id = '000000'` : '';
    // The host itself writes what else a node reports, every few seconds.
    const kinds = table === 'sys_node' ? 'node_id, host_id, draining, desired_format' : '*';
    const rows = await tenants.rows(`select ${kinds} from ${table}${where}`);
    found.set(table, new Set(rows.map((row) => JSON.stringify(row))));
  }
  return found;
}

/** Endpoints with a login of their own, which no session opens. (spec: Authentication 4) */
const isMonitored = ({ auth }: Pick<Route, 'auth'>): boolean => auth === 'monitoring';
/** Endpoints that users call. */
const ofUsers = () => routes.filter((route) => route.auth !== 'public' && !isMonitored(route));

const isOpen = (route: Pick<Route, 'method' | 'url'>): boolean =>
  [...PUBLIC, ...BY_LINK].includes(nameOf(route));

describe('every route of the host and of an application, by caller', () => {
  it('is public only if it is listed here', () => {
    expect(routes.length).toBeGreaterThan(140);
    const open = routes.filter(({ auth }) => auth === 'public').map(nameOf);
    expect(open.sort()).toEqual([...PUBLIC, ...BY_LINK, ...BY_INTERFACE_TOKEN].sort());
  });

  it('returns 401 without a token and with an invalid one (spec: Authentication 1)', async () => {
    for (const route of routes.filter((each) => !isOpen(each))) {
      const path = pathFor(route.url, foreign);
      for (const token of [undefined, 'x'.repeat(43)]) {
        const { status } = await ask(route.method, path, token, bodyFor(route as Route, foreign));
        expect([nameOf(route), status]).toEqual([nameOf(route), 401]);
      }
    }
  });

  it('is closed to every session where it is for monitoring (spec: Authentication 4)', async () => {
    const monitored = routes.filter(isMonitored);
    expect(monitored.map(({ url }) => url).filter((url) => !url.startsWith('/actuator'))).toEqual([]);
    expect(monitored.length).toBeGreaterThan(5);
    for (const route of monitored) {
      const path = pathFor(route.url, foreign);
      for (const token of [tenants.platform.token, tenants.callers.holder]) {
        const answer = await ask(route.method, path, token, bodyFor(route as Route, foreign));
        expect([nameOf(route), answer.status, answer.text]).toEqual([
          nameOf(route),
          401,
          expect.stringContaining('MONITORING_LOGIN_REQUIRED'),
        ]);
      }
    }
  });

  it('returns 403 without its permission', async () => {
    const guarded = ofUsers().filter(({ auth }) => auth !== 'login');
    expect(guarded.length).toBeGreaterThan(100);
    for (const route of guarded) {
      const path = pathFor(route.url, foreign);
      const answer = await ask(route.method, path, tenants.callers.nobody, bodyFor(route as Route, foreign));
      expect([nameOf(route), answer.status, answer.text]).toEqual([
        nameOf(route),
        403,
        expect.stringContaining('FORBIDDEN'),
      ]);
    }
  });

  it('findings: security 15: changes nothing on request of a foreign page in a logged-in browser', async () => {
    const cookie = await tenants.browserOfHolder();
    const all = { cookie, origin: 'https://evil.example' };
    expect((await ask('GET', '/system/user/getInfo', undefined, undefined, { cookie })).status).toBe(200);
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      if (LOGINS.includes(nameOf(route))) continue;
      const body = bodyFor(route as Route, foreign);
      for (const headers of [{ cookie }, all]) {
        const { status, text } = await ask(
          route.method,
          pathFor(route.url, foreign),
          undefined,
          body,
          headers,
        );
        expect([nameOf(route), status, text]).toEqual([
          nameOf(route),
          403,
          expect.stringContaining('CSRF_TOKEN_INVALID'),
        ]);
      }
    }
  });

  it('shows and changes nothing of the first tenant for another one, with any permission', async () => {
    const before = await kept();
    const [{ path: page } = {}] = await tenants.rows(
      `select path from sys_menu where menu_key = 'demo:root'`,
    );
    const query = `?appId=${String(foreign['appId'])}&ids=${String(foreign['userId'])}&cron=0%200%201%201%20*&configKey=kestrel.mark&prefix=kestrel&path=${encodeURIComponent(`/${String(page)}`)}`;
    const holes: string[] = [];
    const untold: string[] = [];
    const answered: string[] = [];
    for (const route of ofUsers()) {
      const more = { '/status': '&status=0', '/differences': '&from=1.0.0&to=1.0.0' };
      const own = Object.entries(more).find(([end]) => route.url.endsWith(end))?.[1] ?? '';
      const path = pathFor(route.url, foreign) + query + own;
      const answer = await ask(
        route.method,
        path,
        tenants.callers.stranger,
        bodyFor(route as Route, foreign),
      );
      const shows = answer.text.includes(MARK) && !SHARED.includes(nameOf(route));
      if (shows || answer.status >= 500 || answer.status === 401) {
        holes.push(`${nameOf(route)}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      if (answer.status === 400) untold.push(nameOf(route));
      if (answer.status < 400 && route.url.includes(':')) answered.push(nameOf(route));
    }
    expect(holes).toEqual([]);
    expect(untold).toEqual(UNTOLD);
    expect(answered.sort()).toEqual(ANSWERED.sort());
    for (const [table, rows] of await kept()) {
      const missing = [...(before.get(table) ?? [])].filter((row) => !rows.has(row));
      expect([table, missing]).toEqual([table, []]);
    }
  });

  it('admits users who have the permission by a role', async () => {
    const nothing = Object.fromEntries(Object.keys(foreign).map((name) => [name, NONE]));
    for (const route of ofUsers().filter((each) => !DUMPS.includes(nameOf(each)))) {
      const { status } = await ask(route.method, pathFor(route.url, nothing), tenants.callers.holder);
      expect([401, 403, 500], nameOf(route)).not.toContain(status);
    }
  });
});
