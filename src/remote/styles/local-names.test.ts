// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { localNames } from './local-names.ts';

const SPIN = '@keyframes spin { from { opacity: 0; } }';
const BOX = '@counter-style box { system: cyclic; symbols: "▪"; }';

/** Scopes one declaration in a sheet that defines `spin` and `box`. */
function declared(declaration: string): string {
  const text = localNames(`${SPIN} ${BOX} .a { ${declaration}; }`, 'hello');
  return /\.a \{ (.*); \}$/.exec(text)?.[1] ?? text;
}

describe('design 9.7-48: style names without a scope', () => {
  it('get the code of their application, so that those of two do not clash', () => {
    expect(localNames(SPIN, 'hello')).toBe('@keyframes hello--spin { from { opacity: 0; } }');
    expect(localNames(SPIN, 'member')).toBe('@keyframes member--spin { from { opacity: 0; } }');
    expect(localNames('@-webkit-keyframes "spin" {}', 'hello')).toBe('@-webkit-keyframes hello--spin {}');
    expect(localNames(BOX, 'hello')).toContain('@counter-style hello--box {');
  });

  it.each([
    ['animation: 1s linear infinite spin', 'animation: 1s linear infinite hello--spin'],
    ['animation: spin 1s, other 2s', 'animation: hello--spin 1s, other 2s'],
    ['-webkit-animation-name: spin', '-webkit-animation-name: hello--spin'],
    ['animation-name: "spin"', 'animation-name: hello--spin'],
    ['list-style: box inside', 'list-style: hello--box inside'],
    ['content: counter(item, box) "box"', 'content: counter(item, hello--box) "box"'],
  ])('%s', (before, after) => {
    expect(declared(before)).toBe(after);
  });

  it.each([
    'transition: spin 1s',
    'animation: spinner 1s',
    'animation: spin-fast 1s',
    'animation-duration: 1s',
    'content: "animation: spin; x"',
    'color: red; list-style: spin',
    'background: url("a.png;animation:spin")',
  ])('leaves %s', (declaration) => {
    expect(declared(declaration)).toBe(declaration);
  });

  it('are followed through custom properties', () => {
    expect(declared('--name: spin; --other: spin; animation: var(--name) 1s')).toBe(
      '--name: hello--spin; --other: spin; animation: var(--name) 1s',
    );
  });

  it('are renamed in counter styles that extend others, and in rules before the definition', () => {
    const text = `.a { animation-name: spin; } ${SPIN} ${BOX} @counter-style wide { system: extends box; fallback: box; }`;
    expect(localNames(text, 'x')).toContain('.a { animation-name: x--spin; }');
    expect(localNames(text, 'x')).toContain(
      '@counter-style x--wide { system: extends x--box; fallback: x--box; }',
    );
  });

  it('stay when they equal a keyword', () => {
    const text = '@keyframes linear { } .a { animation: linear 1s linear; }';
    expect(localNames(text, 'hello')).toBe(text);
  });
});
