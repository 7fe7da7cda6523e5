import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../kernel/index.ts';
import { dataOf, startTestHost, type Client, type TestHost } from './testing/host.ts';

const PASSWORD = 'seven-blue-kites';

let host: TestHost;
let nobody: Client;
let routes: readonly Route[];
beforeAll(async () => {
  host = await startTestHost();
  const admin = await host.admin();
  await admin('POST', '/system/user', { userName: 'nobody', nickName: 'N', password: PASSWORD });
  nobody = await host.login('nobody', PASSWORD);
  routes = host.http.routeTable;
});
afterAll(() => host.stop());

/** Parameters filled, so that nothing but the permission can stand in the way. */
const pathOf = (route: Route): string => route.url.replaceAll(/:\w+/g, '1');

describe('every route of the host', () => {
  it('declares its access; only login and site configuration are public', () => {
    expect(routes.length).toBeGreaterThan(80);
    const open = routes
      .filter((route) => route.auth === 'public')
      .map((route) => `${route.method} ${route.url}`);
    expect(open.sort()).toEqual([
      'GET /auth/oidc',
      'GET /auth/oidc/:provider/callback',
      'GET /auth/oidc/:provider/start',
      'GET /open/:code/config',
      // Judged by its signature.
      'GET /resource/oss/:ossId/link',
      'POST /auth/login',
      'POST /auth/login/password',
      'POST /auth/login/totp',
      'POST /auth/oidc/:provider/backchannel-logout',
      'POST /auth/oidc/:provider/session',
    ]);
  });

  it('returns 401 without a token, and with an invalid one (spec: Authentication 1)', async () => {
    for (const route of routes.filter(({ auth }) => auth !== 'public')) {
      const path = pathOf(route);
      const without = await host.anonymous(route.method, path);
      expect([route.method, path, without.status, without.body.error]).toEqual([
        route.method,
        path,
        401,
        'UNAUTHENTICATED',
      ]);
      const wrong = await host.as('x'.repeat(43))(route.method, path);
      expect([route.method, path, wrong.status, wrong.body.error]).toEqual([
        route.method,
        path,
        401,
        'SESSION_EXPIRED',
      ]);
    }
  });

  it('returns 403 to a user without its permission, before it reads the request (spec: Authentication 3)', async () => {
    const guarded = routes.filter(({ auth }) => auth !== 'public' && auth !== 'login');
    expect(guarded.length).toBeGreaterThan(70);
    for (const route of guarded) {
      const path = pathOf(route);
      const answer = await nobody(route.method, path);
      expect([route.method, path, answer.status, answer.body.error]).toEqual([
        route.method,
        path,
        403,
        'FORBIDDEN',
      ]);
    }
  });

  it('has a permission that can be granted to a role', async () => {
    const admin = await host.admin();
    const menus = (await admin('GET', '/system/menu/list')).body.rows ?? [];
    const grantable = new Set(menus.map((menu) => menu['perms']));
    const missing = routes
      .map((route) => route.auth)
      .filter((auth) => auth !== 'public' && auth !== 'login' && !grantable.has(auth));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('has a title for the operation log if it changes data, except login, logout, checks, own notices and preferences', () => {
    const silent = routes
      .filter((route) => route.method !== 'GET' && !route.audit)
      .map((route) => `${route.method} ${route.url}`);
    expect(silent.sort()).toEqual([
      'DELETE /system/message/:ids',
      'POST /auth/login',
      'POST /auth/login/password',
      'POST /auth/login/totp',
      'POST /auth/logout',
      'POST /auth/oidc/:provider/backchannel-logout',
      'POST /auth/oidc/:provider/session',
      'POST /system/ossConfig/:ossConfigId/check',
      'PUT /system/message/:ids/read',
      'PUT /system/message/read',
      'PUT /system/user/preferences',
    ]);
  });

  it('is in the API document', async () => {
    const admin = await host.admin();
    const answer = await admin('GET', '/v3/api-docs/platform');
    const { paths } = JSON.parse(answer.text) as { paths: Record<string, object> };
    for (const route of routes) {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
      expect(Object.keys(paths[path] ?? {})).toContain(route.method.toLowerCase());
    }
    expect(dataOf(await admin('GET', '/v3/api-docs/groups'))).toMatchObject([{ name: 'platform' }]);
    expect(JSON.parse((await admin('GET', '/v3/api-docs')).text)).toEqual(JSON.parse(answer.text));
  });
});
