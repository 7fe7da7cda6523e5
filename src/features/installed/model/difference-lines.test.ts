// @vitest-environment node
import type { VersionDifferences } from '@platform/host-api';
import { expect, it } from 'vitest';
import { differenceLines, versionsOf } from './difference-lines.ts';

const same = {
  menus: { added: [], changed: [], removed: [] },
  scripts: { added: [], removed: [] },
  permissions: { added: [], removed: [] },
  files: { added: [], changed: [], removed: [] },
};

it('names what differs between two versions, permissions first, and leaves out what is the same', () => {
  const differences = {
    ...same,
    menus: { ...same.menus, changed: [{ menuKey: 'a:b', menuName: 'Items', menuNames: { zh: '事项' } }] },
    permissions: {
      added: [{ name: 'network', scope: ['a.example', 'b.example'] }],
      removed: [{ name: 'env', scope: [] }],
    },
    files: { added: ['a.js'], changed: ['b.js'], removed: ['c.js'] },
    scripts: { added: ['02.sql'], removed: ['01.sql'] },
  } as unknown as VersionDifferences;
  expect(differenceLines(differences, (name) => name.toUpperCase(), 'en-US')).toEqual([
    { part: 'permissions', sign: '+', names: ['NETWORK: a.example, b.example'] },
    { part: 'permissions', sign: '−', names: ['ENV'] },
    { part: 'scripts', sign: '+', names: ['02.sql'] },
    { part: 'scripts', sign: '−', names: ['01.sql'] },
    { part: 'menus', sign: '~', names: ['Items'] },
    { part: 'files', sign: '+', names: ['a.js'] },
    { part: 'files', sign: '~', names: ['b.js'] },
    { part: 'files', sign: '−', names: ['c.js'] },
  ]);
  expect(differenceLines(same as unknown as VersionDifferences, String, 'en-US')).toEqual([]);
  expect(differenceLines(differences, String, 'zh-CN')).toContainEqual({
    ...{ part: 'menus', sign: '~', names: ['事项'] },
  });
});

it.each([
  [
    { version: '1.1.0', report: { previousVersion: '1.0.0' } },
    { from: '1.0.0', to: '1.1.0' },
  ],
  [{ version: '1.0.0', report: { previousVersion: '1.0.0' } }, undefined],
  [{ version: null, report: { previousVersion: '1.0.0' } }, undefined],
  [{ version: '1.0.0', report: {} }, undefined],
  [{ version: '1.0.0', report: null }, undefined],
])('knows which versions %j led from and to', (task, versions) => {
  expect(versionsOf(task)).toEqual(versions);
});
