// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { localFonts } from './local-fonts.ts';

const FACE = '@font-face { font-family: Stage; src: url("stage;}.woff2"); }';

/** Scopes one declaration in a sheet that defines the font `Stage`. */
function declared(declaration: string): string {
  const text = localFonts(`${FACE} .a { ${declaration}; }`, 'hello');
  return /\.a \{ (.*); \}$/.exec(text)?.[1] ?? text;
}

describe('design 9.7-48: fonts of an application', () => {
  it('get a second, unique name, so that those of two do not clash', () => {
    expect(localFonts(FACE, 'hello')).toBe(`${FACE} ${FACE.replace('Stage', '"hello--stage"')}`);
  });

  it.each([
    ['font-family: Stage', 'font-family: "hello--stage"'],
    [`font-family: 'stage', Other, serif`, 'font-family: "hello--stage", Other, serif'],
    ['font: italic 12px/1.5 Stage, serif', 'font: italic 12px/1.5 "hello--stage", serif'],
    ['font: 12px Other, "Stage"', 'font: 12px Other, "hello--stage"'],
    [
      '--text: Stage, serif; font-family: var(--text)',
      '--text: "hello--stage", serif; font-family: var(--text)',
    ],
  ])('%s', (before, after) => {
    expect(declared(before)).toBe(after);
  });

  it.each([
    'font-family: Stages, "Stage Two"',
    'font: 12px Backstage',
    'content: "font-family: Stage; x"',
    '--other: Stage',
    'animation: Stage 1s',
  ])('leaves %s', (declaration) => {
    expect(declared(declaration)).toBe(declaration);
  });

  it('of several words, and of several faces', () => {
    const faces =
      '@font-face{src:url(a);font-family:"My Font"}@font-face{font-family:"My Font";font-weight:700}';
    const text = localFonts(`${faces} .a { font: 12px My Font; }`, 'x');
    expect(text.match(/"x--my font"/g)).toHaveLength(3);
    expect(text.match(/"My Font"/g)).toHaveLength(2);
  });
});
