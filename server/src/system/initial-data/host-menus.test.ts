import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hostMenus } from './host-menus.ts';

const features = new URL('../../../../src/features/', import.meta.url);

/** Features whose pages the shell itself routes to. */
const OF_THE_SHELL = new Set(['account', 'dashboard', 'error', 'help', 'login', 'notices']);

/** The pages that a feature opens below those of its menus. */
function beneath(feature: string): string[] {
  const file = new URL(`${feature}/routes.ts`, features);
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/page: '(\w+)'/g)].map(([, page]) => `${feature}/${page}`);
}

/** `<feature>/<page>` of every page of the shell that needs a menu. */
function pages(): string[] {
  return readdirSync(features)
    .filter((feature) => !OF_THE_SHELL.has(feature) && existsSync(new URL(`${feature}/pages`, features)))
    .flatMap((feature) => {
      const inner = new Set(beneath(feature));
      return readdirSync(new URL(`${feature}/pages`, features))
        .filter((file) => file.endsWith('.vue'))
        .map((file) => `${feature}/${file.replace('.vue', '')}`)
        .filter((page) => !inner.has(page));
    });
}

it("design 12: the host's menus and the shell's pages match one to one", () => {
  const shown = hostMenus.flatMap(({ component }) => component?.replace('host:', '') ?? []);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.toSorted()).toEqual(pages().toSorted());
});

it('every menu has a key of its own and a parent that stands before it', () => {
  const known = new Set<string>();
  for (const { menuKey, parentKey } of hostMenus) {
    if (parentKey !== null) expect(known).toContain(parentKey);
    expect(known).not.toContain(menuKey);
    known.add(menuKey);
  }
});
