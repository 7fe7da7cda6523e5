import type { PackageContent } from '@platform/host-api';
import type { AppManifest } from '@platform/package-format';
import { expect, it } from 'vitest';
import { differencesBetween, type RecordedVersion } from './version-differences.ts';

const content = (files: Readonly<Record<string, string>>, scripts: readonly string[]): PackageContent => ({
  files: Object.entries(files).map(([name, sha256]) => ({ name, size: 1, sha256 })),
  scripts: scripts.map((name) => ({ name, text: '' })),
  signature: null,
  warnings: [],
});
const version = (manifest: Partial<AppManifest>, recorded?: PackageContent): RecordedVersion => ({
  manifest: { code: 'demo', ...manifest } as AppManifest,
  content: recorded,
});
const page = (key: string, name: string) => ({ key, type: 'C' as const, name, path: key });

it('design 15.4: names the menus, scripts, permissions and files in which versions differ', () => {
  const from = version(
    {
      menus: [
        { key: 'root', type: 'M', name: 'Demo', path: 'demo', children: [page('a', 'A'), page('b', 'B')] },
      ],
      permissions: ['files'],
    },
    content({ 'a.js': '1', 'b.js': '1', 'same.js': '1' }, ['01.sql']),
  );
  const to = version(
    {
      menus: [
        {
          key: 'root',
          type: 'M',
          name: 'Demo',
          path: 'demo',
          children: [page('a', 'All'), { ...page('c', 'C'), names: { zh: '丙' } }],
        },
      ],
      permissions: { network: ['api.example.com'] },
    },
    content({ 'a.js': '2', 'c.js': '1', 'same.js': '1' }, ['01.sql', '02.sql']),
  );
  const found = differencesBetween(from, to);
  expect(found).toMatchObject({
    menus: {
      added: [{ menuKey: 'c', menuName: 'C', menuNames: { zh: '丙' }, menuType: 'C' }],
      changed: [{ menuKey: 'a', menuName: 'All' }],
      removed: [{ menuKey: 'b' }],
    },
    scripts: { added: ['02.sql'], removed: [] },
    permissions: {
      added: [{ name: 'network', scope: ['api.example.com'] }],
      removed: [{ name: 'files' }],
    },
    files: { added: ['c.js'], changed: ['a.js'], removed: ['b.js'] },
  });
  expect(differencesBetween(to, from).scripts).toEqual({ added: [], removed: ['02.sql'] });
});

it('says nothing of contents that were not recorded', () => {
  const found = differencesBetween(version({}), version({}, content({ 'a.js': '1' }, ['01.sql'])));
  expect(found.files.added).toEqual([]);
  expect(found.scripts.added).toEqual([]);
});
