import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/app/theme/tokens.css'), 'utf8');

const accents = [...css.matchAll(/^:root\[data-accent='(\w+)'\] \{/gm)].map(([, name]) => name ?? '');

/** Colours given to a selector, by token. */
function colours(selector: string): Record<string, string> {
  const blocks = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)];
  const wanted = blocks.filter(([, selectors]) =>
    selectors
      ?.replace(/\/\*.*?\*\//gs, '')
      .split(',')
      .some((one) => one.trim() === selector),
  );
  return Object.fromEntries(
    wanted.flatMap(([, , body]) =>
      [...(body ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1], found[2]]),
    ),
  ) as Record<string, string>;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one = '', other = ''): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const light = colours(':root');
const themes = { light, dark: { ...light, ...colours(":root[data-theme='dark']") } };

it('offers eight accents', () => expect(new Set(accents).size).toBe(8));

describe.each(Object.entries(themes))('%s theme (design 8.1)', (name, theme) => {
  const surfaces = ['surface', 'surface-sunken', 'surface-raised', 'surface-hover'];

  it.each(['text', 'text-muted', 'text-faint', 'good', 'warn', 'bad'])(
    '--%s is readable on every surface',
    (token) => {
      for (const surface of surfaces)
        expect(contrast(theme[token], theme[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['good', 'warn', 'bad'])('--%s is readable on its own soft background', (token) => {
    expect(contrast(theme[token], theme[`${token}-soft`])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(accents)('accent %s is readable, and so is text on it', (accent) => {
    const prefix = name === 'dark' ? ":root[data-theme='dark']" : ':root';
    const own = colours(`${prefix}[data-accent='${accent}']`);
    expect(contrast('#ffffff', own['accent'])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(own['accent'], theme['surface'])).toBeGreaterThanOrEqual(3);
    for (const surface of surfaces)
      expect(contrast(own['accent-text'], theme[surface])).toBeGreaterThanOrEqual(4.5);
  });
});

it('words of a chosen state have the accent of text, not of fills, which is too dark on dark', () => {
  const root = join(import.meta.dirname, '..');
  const own = readFileSync(join(root, 'src/app/theme/element-plus.css'), 'utf8').replaceAll(' ', '');
  const parts = ['checkbox', 'radio', 'select', 'switch'];
  const primary = /([^{}]+)\{(?:[^{}]*;)?color:var\(--el-(?:color-primary|checkbox-checked-text-color)\)/g;
  const states = parts.flatMap((part) =>
    [
      ...readFileSync(join(root, `node_modules/element-plus/theme-chalk/el-${part}.css`), 'utf8').matchAll(
        primary,
      ),
    ].flatMap(([, selector = '']) => (/\.is-(?:active|checked|selected)/.test(selector) ? selector : [])),
  );
  expect(states.length).toBeGreaterThan(3);
  expect(states.filter((selector) => !own.includes(selector))).toEqual([]);
});
