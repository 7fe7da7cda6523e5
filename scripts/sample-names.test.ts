import type { AppManifest, MenuNode } from '@platform/package-format';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';

const all = (menus: readonly MenuNode[] = []): MenuNode[] =>
  menus.flatMap((menu) => [menu, ...all(menu.children)]);

it('each menu and button of the samples has a Chinese name, as roles and side menus show it', () => {
  const manifests = globSync('plugins/platform-*/app.json', { cwd: inRoot('.') });
  expect(manifests).toHaveLength(4);
  const menus = manifests.flatMap((file) =>
    all((JSON.parse(readFileSync(inRoot(file), 'utf8')) as AppManifest).menus),
  );
  expect(menus.length).toBeGreaterThan(30);
  expect(menus.filter(({ names }) => !names?.['zh-CN']).map(({ key }) => key)).toEqual([]);
});
