import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import type { RemoteProject } from './project.ts';
import { settleViews, viewKeysOf } from './views.ts';

const keys = (code: string) => viewKeysOf(parseAst(code));
const project = (part: Partial<RemoteProject>): RemoteProject => ({
  code: 'hello',
  version: '1.0.0',
  format: 'federation',
  root: '/x',
  entry: '/x/src/index.ts',
  budget: { entry: 1, total: 1 },
  peerDependencies: {},
  outDir: '/x/out',
  ...part,
});

describe('view keys', () => {
  it('are read from defineApp and from a hand-written install', () => {
    expect(
      keys(`export default defineApp({ views: { list: () => import('./a'), 'item-detail': b } })`),
    ).toEqual(['list', 'item-detail']);
    expect(keys(`export default (runtime) => ({ manifest: {}, views: { list } })`)).toEqual(['list']);
  });

  it('are unknown when they are computed, spread or defined elsewhere', () => {
    expect(keys(`export default defineApp({ views: { [key]: a } })`)).toBeUndefined();
    expect(keys(`export default defineApp({ views: { ...more } })`)).toBeUndefined();
    expect(keys(`export default defineApp({ views })`)).toBeUndefined();
  });
});

describe('spec: Frontend project layout/view keys match app.json', () => {
  it('accepts the same keys in any order, and any without a manifest', () => {
    expect(settleViews(project({ menuViews: ['demo', 'list'] }), ['list', 'demo'])).toEqual(['list', 'demo']);
    expect(settleViews(project({}), ['list'])).toEqual(['list']);
  });

  it('names the missing keys of either side', () => {
    expect(() => settleViews(project({ menuViews: ['list', 'demo'] }), ['list', 'extra'])).toThrow(
      /REMOTE_VIEWS_MISMATCH: app.json names demo, .*; src\/index.ts exports extra, /,
    );
  });

  it('reads keys from the options when the code does not show them', () => {
    expect(() => settleViews(project({}), undefined)).toThrow(/REMOTE_VIEWS_UNKNOWN/);
    expect(settleViews(project({ statedViews: ['list'] }), undefined)).toEqual(['list']);
  });
});
