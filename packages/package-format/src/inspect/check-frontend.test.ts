import { describe, expect, it } from 'vitest';
import type { AppManifest } from '../manifest/schema.ts';
import { checkFrontend } from './check-frontend.ts';
import type { ReadEntry } from './read-entries.ts';

const manifest = {
  code: 'hello',
  version: '1.0.0',
  assets: { frontend: 'frontend/index.js' },
  menus: [{ key: 'p', type: 'C', name: 'P', path: 'p', component: 'remote:hello/list' }],
} as unknown as AppManifest;
const description = { code: 'hello', version: '1.0.0', views: ['list'] };

type Files = Record<string, string | Partial<ReadEntry> | undefined>;
const GOOD: Files = {
  'frontend/index.js': 'export default 1',
  'frontend/remote.json': JSON.stringify(description),
};

/** Findings of a frontend with these files in place of those of a good one. */
function check(change: Files = {}, named: object = {}) {
  const entries = Object.entries({ ...GOOD, ...change }).flatMap(([name, file]) => {
    if (file === undefined) return [];
    const entry = typeof file === 'string' ? { content: Buffer.from(file) } : file;
    return [[name, { name, size: 1, damaged: false, content: undefined, ...entry } as ReadEntry] as const];
  });
  return checkFrontend(new Map(entries), { ...manifest, ...named });
}
const remote = (text: object | string): Files => ({
  'frontend/remote.json': typeof text === 'string' ? text : JSON.stringify({ ...description, ...text }),
});

describe('the frontend of a package', () => {
  it('has no finding when it fits its manifest', () => {
    expect(check()).toEqual([]);
    expect(check(remote({ version: undefined }))).toEqual([]);
    expect(checkFrontend(new Map(), { ...manifest, assets: {} })).toEqual([]);
    expect(check({}, { assets: { frontend: 'index.js' } })).toEqual([]);
  });

  it.each<[string, string, Files, object, RegExp]>([
    ['FRONTEND_UNDECLARED', 'error', {}, { assets: {} }, /^The package has frontend files/],
    [
      'FRONTEND_ENTRY_MISSING',
      'error',
      { 'frontend/index.js': undefined },
      {},
      /names "frontend\/index\.js", which/,
    ],
    [
      'FRONTEND_ENTRY_INVALID',
      'error',
      { 'frontend/index.js': { size: 30 * 2 ** 20 } },
      {},
      /has 30(\.0)? MB; the limit for an entry is/,
    ],
    ['FRONTEND_ENTRY_INVALID', 'error', { 'frontend/index.js': 'export {' }, {}, /is no ES module: /],
    ['FRONTEND_ENTRY_EXPORTS', 'error', { 'frontend/index.js': 'export const x = 1' }, {}, /exports neither/],
    ['FRONTEND_DESCRIPTION_MISSING', 'warning', { 'frontend/remote.json': undefined }, {}, /is missing/],
    ['FRONTEND_DESCRIPTION_INVALID', 'error', remote('{'), {}, /does not state code and views/],
    ['FRONTEND_DESCRIPTION_INVALID', 'error', remote('{"code":"hello"}'), {}, /does not state/],
    ['FRONTEND_DESCRIPTION_INVALID', 'error', { 'frontend/remote.json': {} }, {}, /does not state/],
    [
      'FRONTEND_CODE_MISMATCH',
      'error',
      remote({ code: 'crm' }),
      {},
      /for "crm", but the manifest says "hello"/,
    ],
    ['FRONTEND_VERSION_MISMATCH', 'warning', remote({ version: '2.0.0' }), {}, /as 2\.0\.0, but .* 1\.0\.0/],
    [
      'VIEW_KEY_MISSING',
      'error',
      remote({ views: ['a', 'b'] }),
      {},
      /^The menu p opens the view "list", but the frontend exports a, b\.$/,
    ],
    ['VIEW_KEY_MISSING', 'error', remote({ views: [] }), {}, /exports none\.$/],
    [
      'ICON_MISSING',
      'warning',
      {},
      { icon: 'frontend/a.svg' },
      /does not contain the picture "frontend\/a\.svg"/,
    ],
  ])('%s is a finding of severity %s: %#', (code, severity, change, named, message) => {
    expect(check(change, named)).toMatchObject([
      { code, severity, message: expect.stringMatching(message) as string },
    ]);
  });

  it('names at most 20 views, and says how many more there are', () => {
    const views = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
    const message = (count: number) => check(remote({ views: views(count) }))[0]?.message;
    expect(message(20)).toMatch(/ v18, v19\.$/);
    expect(message(21)).toMatch(/ v18, v19 and 1 more\.$/);
    expect(check(remote({ views: ['x'.repeat(900)] }))[0]?.message.length).toBeLessThan(600);
  });

  it('says nothing of damaged files, which are reported as such', () => {
    const damaged = { damaged: true };
    expect(check({ 'frontend/index.js': damaged, 'frontend/remote.json': damaged })).toEqual([]);
  });

  it('names a missing picture once, and knows pictures by name only in the frontend', () => {
    const node = { ...manifest.menus?.[0], icon: 'frontend/a.svg' };
    expect(check({}, { icon: 'frontend/a.svg', menus: [node] })).toHaveLength(1);
    expect(check({ 'frontend/a.svg': 'x' }, { icon: 'frontend/a.svg', menus: [node] })).toEqual([]);
    expect(check({}, { icon: 'calendar' })).toEqual([]);
  });
});
