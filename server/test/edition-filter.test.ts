import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestPlatform } from './support/platform.ts';

interface Reply {
  readonly status: number;
  /** `error` of the envelope; undefined for a page. */
  readonly error: string | undefined;
  readonly isPage: boolean;
}

/** Sends a request target exactly as it is, which `fetch` would tidy. */
function send(
  base: string,
  target: string,
  token: string,
  { method = 'GET', more = {} }: { method?: string; more?: Record<string, string> } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const headers = { authorization: `Bearer ${token}`, ...more };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: target, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const isPage = !text.startsWith('{');
        const error = isPage ? undefined : (JSON.parse(text) as { error?: string }).error;
        resolve({ status: response.statusCode ?? 0, error, isPage });
      });
    });
    sent.on('error', reject).end();
  });
}

const CONSOLE = [
  '/app/console',
  '/app/console/list',
  '/app/console/1',
  '/app/console/signature-readiness',
  '/app/console/catalog-token/list',
  '/app/version/list?appId=1',
  '/app/version/1',
  '/app/package/parse',
];

/** A route of the host answered, not the router, and not what serves files. */
const isOfRoute = (error: string | undefined): boolean =>
  error === undefined ||
  (/^[A-Z_]+$/.test(error) && !['NOT_FOUND', 'FILE_NOT_FOUND', 'URL_MALFORMED'].includes(error));

/** One way to write a path otherwise; `at` says where, as a part of its length. */
type Spelling = (path: string, at: number) => string;
const insert = (path: string, at: number, text: string): string => path.slice(0, at) + text + path.slice(at);
const afterSlash =
  (text: string): Spelling =>
  (path, at) => {
    const slashes = [...path.matchAll(/\//g)].map(({ index }) => index + 1);
    return insert(path, slashes[Math.floor(at * slashes.length)] ?? 1, text);
  };
const changeOne =
  (change: (character: string) => string): Spelling =>
  (path, at) => {
    const index = Math.min(path.length - 1, 1 + Math.floor(at * path.length));
    return path.slice(0, index) + change(path[index] ?? '') + path.slice(index + 1);
  };
const encode = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const SPELLINGS: readonly Spelling[] = [
  changeOne(encode),
  changeOne((character) => encode(character).replace('%', '%25')),
  changeOne((character) => character.toUpperCase()),
  changeOne((character) => (character === '/' ? '\\' : character)),
  afterSlash('/'),
  afterSlash('./'),
  afterSlash('x/../'),
  afterSlash('x;y/..;z/'),
  afterSlash('%2e%2e/'),
  afterSlash(';a=b/'),
  (path) => path.replace(/^([^?]*)/, '$1/'),
  (path) => path.replace(/^([^?]*)/, '$1/..'),
  (path) => path.replace(/^([^?]*)/, '$1;a=b'),
  (path) => path.replace(/^([^?]*)/, '$1%20'),
  (path) => path.replace(/^([^?]*)/, '$1#x'),
  (path) => path.replace(/^([^?]*)/, '$1.'),
  (path) => path.replace(/^([^?]*)/, '$1%00'),
  afterSlash('..;/app/'),
  changeOne((character) => (character === '/' ? '%c0%af' : character)),
];
const spelled = fc
  .tuple(
    fc.constantFrom(...CONSOLE),
    fc.array(fc.tuple(fc.constantFrom(...SPELLINGS), fc.double({ min: 0, max: 0.999, noNaN: true })), {
      maxLength: 4,
    }),
  )
  .map(([path, changes]) => changes.reduce((text, [change, at]) => change(text, at), path));
const ways = [
  (target: string) => ({ port: 'apiUrl' as const, target }),
  (target: string) => ({ port: 'apiUrl' as const, target: `http://elsewhere.example${target}` }),
  (target: string) => ({ port: 'frontendUrl' as const, target: `/prod-api${target}` }),
  (target: string) => ({ port: 'frontendUrl' as const, target: `/prod-api/${target}` }),
  (target: string) => ({
    port: 'frontendUrl' as const,
    target: `http://elsewhere.example/prod-api${target}`,
  }),
  (target: string) => ({ port: 'frontendUrl' as const, target: `/upload/../prod-api${target}` }),
];

describe('the filter of the user edition', () => {
  let publisher: TestPlatform;
  let user: TestPlatform;
  beforeAll(async () => {
    publisher = await TestPlatform.start();
    user = await TestPlatform.start(['--platform.edition=user']);
  });
  afterAll(async () => {
    await publisher.remove();
    await user.remove();
  });

  it('spec: Authentication 9; Errors/user edition calls: returns 403 for each console path, on both ports', async () => {
    for (const path of CONSOLE) {
      for (const way of ways.slice(0, 4)) {
        const { port, target } = way(path);
        expect(await send(user[port], target, user.token), target).toEqual({
          status: 403,
          error: 'EDITION_FORBIDDEN',
          isPage: false,
        });
      }
    }
  });

  it("R6: blocks every spelling of a request target that reaches a publisher's console (property)", async () => {
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(spelled, fc.constantFrom(...ways), async (path, way) => {
        const { port, target } = way(path);
        const there = await send(publisher[port], target, publisher.token);
        const here = await send(user[port], target, user.token);
        const isRoute = !there.isPage && isOfRoute(there.error);
        if (isRoute) {
          reached += 1;
          expect(here, target).toMatchObject({ status: 403, error: 'EDITION_FORBIDDEN' });
        } else {
          // A path without a route there has none here.
          expect(here.isPage || here.status >= 400, `${target} ${here.status}`).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(reached).toBeGreaterThan(40);
  });

  it('R6: ignores path and method in headers, and refuses every method', async () => {
    for (const name of ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-HTTP-Method-Override']) {
      const more = { [name]: name.endsWith('Override') ? 'POST' : '/app/console/list' };
      for (const [port, prefix] of [
        ['apiUrl', ''],
        ['frontendUrl', '/prod-api'],
      ] as const) {
        const reply = await send(user[port], `${prefix}/app/market/list`, user.token, { more });
        expect(reply, name).toMatchObject({ error: 'CATALOG_NOT_CONFIGURED' });
      }
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await send(user.apiUrl, '/app/package/parse', user.token, { method });
      expect(reply, method).toMatchObject({ status: 403, error: 'EDITION_FORBIDDEN' });
    }
  });

  it('removes the console from the menus of the shell', async () => {
    const paths = async (platform: TestPlatform) =>
      JSON.stringify(await platform.api.get('/system/menu/getRouters'));
    expect(await paths(publisher)).toContain('host:console');
    expect(await paths(user)).not.toContain('console');
  });
});
