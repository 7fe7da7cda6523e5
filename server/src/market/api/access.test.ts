import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HTTP, type Route } from '../../kernel/index.ts';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';

const ownRoutes = (routes: readonly Route[]): Route[] => routes.filter(({ url }) => url.startsWith('/app/'));
const pathOf = (route: Route): string => route.url.replaceAll(/:[A-Za-z]+/g, '1');

/** A path as it is, which `fetch` would tidy. */
const raw = (base: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('access to routes', () => {
  const suite = marketSuite();

  it('spec: Authentication 3, every route requires a login, and a permission where it declares one', async () => {
    const { host } = suite;
    const body = { userName: 'nobody', nickName: 'Nobody', password: 'Stranger-password-3!', roleIds: [] };
    ok(await host.call('POST', '/system/user', body));
    const routes = ownRoutes(host.host.services.use(HTTP).routeTable);
    expect(routes.length).toBeGreaterThan(25);
    for (const route of routes) {
      // The catalog asks for its interface token instead of a login.
      if (!route.url.startsWith('/app/catalog/')) expect(route.auth).not.toBe('public');
      expect((await host.call(route.method, pathOf(route), undefined, '')).status, route.url).toBe(401);
    }
    await host.login('000000', 'nobody', body.password);
    for (const route of routes.filter(({ auth }) => auth !== 'login' && auth !== 'public')) {
      const answer = await host.call(route.method, pathOf(route));
      expect(answer, `${route.method} ${route.url}`).toMatchObject({ status: 403, error: 'FORBIDDEN' });
    }
  });
});

describe('the user edition', () => {
  const suite = marketSuite(['--platform.edition=user']);

  it('spec: Errors/user edition calls; Authentication 9; R6: /app/console, /app/version, /app/package', async () => {
    for (const path of ['/app/console/list', '/app/version/list?appId=1', '/app/package/parse']) {
      const answer = await suite.host.call('GET', path);
      expect(answer).toMatchObject({ status: 403, error: 'EDITION_FORBIDDEN' });
    }
    for (const path of [
      '/APP/console/list',
      '/app//console',
      '/app/%63onsole/list',
      '/x/../app/console/list',
    ]) {
      expect(await raw(suite.host.url, path), path).toBe(403);
    }
    expect((await suite.host.call('GET', '/app/install/list')).status).toBe(200);
  });
});
