import { globSync, readFileSync } from 'node:fs';
import { hostContracts } from '@platform/host-api';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';
import { asksFor, routeUses } from './lib/route-uses.ts';
import { UNREACHED_ROUTES } from './unreached-routes.ts';

const FILES = ['src/**/*.{ts,vue}', 'packages/remote-app/src/**/*.{ts,vue}', 'packages/cli/src/**/*.ts'];

const uses = globSync(FILES, { cwd: inRoot() })
  .filter((file) => !/\.test\.ts$|testing\/|fixture\//.test(file))
  .flatMap((file) => routeUses(file, readFileSync(inRoot(file), 'utf8')));
const literals = new Set(uses.map(({ folder, parts }) => `${folder} /${parts.join('/')}`));
const unused = hostContracts
  .filter(({ method, url }) => !uses.some((use) => asksFor(use, method, url, literals)))
  .map(({ method, url }) => `${method} ${url}`);
const excepted = UNREACHED_ROUTES.flatMap(({ routes }) => routes);
const isMeant = (pattern: string, route: string): boolean =>
  pattern.endsWith('*') ? route.startsWith(pattern.slice(0, -1)) : pattern === route;

describe('issue 20: every operation of the host', () => {
  it('is reachable from a page or a tool, or says why not', () => {
    expect(unused.filter((route) => !excepted.some((pattern) => isMeant(pattern, route)))).toEqual([]);
  });

  it('says so only where it is not reachable', () => {
    expect(excepted.filter((pattern) => !unused.some((route) => isMeant(pattern, route)))).toEqual([]);
  });
});

describe('requests in a source text', () => {
  const asks = (text: string, method: string, url: string): boolean => {
    const found = routeUses('src/features/x/api/x.ts', text);
    const known = new Set(found.map(({ folder, parts }) => `${folder} /${parts.join('/')}`));
    return found.some((use) => asksFor(use, method, url, known));
  };

  it('are found with parameters, constants and beginnings from elsewhere', () => {
    expect(asks('http.delete<void>(`/a/b/${id}`)', 'DELETE', '/a/b/:ids')).toBe(true);
    expect(asks("const base = '/a/b'; http.get<X>(`${base}/list`)", 'GET', '/a/b/list')).toBe(true);
    expect(asks("make('/a/b'); const make = () => http.get(`${path}/list`)", 'GET', '/a/b/list')).toBe(true);
    expect(asks("exportAddress('/a/b')", 'GET', '/a/b/export')).toBe(true);
  });

  it('are told apart by method and path', () => {
    expect(asks('http.get<void>(`/a/b/${id}`)', 'DELETE', '/a/b/:ids')).toBe(false);
    expect(asks('http.get(`/a/b/${id}`)', 'GET', '/a/b/list')).toBe(false);
    expect(asks('http.get(`${path}/list`)', 'GET', '/a/b/list')).toBe(false);
  });
});
