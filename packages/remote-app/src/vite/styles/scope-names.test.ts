import { describe, expect, it } from 'vitest';
import { uniqueNamesMark } from '../../host/index.ts';
import { scopeNames } from './scope-names.ts';

const DEFINED =
  '@keyframes spin{from{opacity:0}}@counter-style box{system:cyclic;symbols:"x"}' +
  '@font-face{font-family:My Font;src:url(a.woff2)}';

/** The scoped text of a declaration in a sheet that defines `spin`, `box` and `My Font`. */
function declared(declaration: string): string {
  return /\.a\{(.*)\}$/.exec(scopeNames(`${DEFINED}.a{${declaration}}`, 'hello'))?.[1] ?? '';
}

describe('design 9.7-48: names of a style sheet', () => {
  it('are prefixed in definitions, fonts by a second face', () => {
    const text = scopeNames(DEFINED, 'hello');
    expect(text).toContain('@keyframes hello--spin{');
    expect(text).toContain('@counter-style hello--box{');
    expect(text.match(/font-family:[^;]+/g)).toEqual(['font-family:My Font', 'font-family:hello--my font']);
  });

  it.each([
    ['animation:1s linear infinite spin', 'animation:1s linear infinite hello--spin'],
    ['animation:spin 1s,other 2s', 'animation:1s hello--spin,2s other'],
    ['-webkit-animation-name:spin', '-webkit-animation-name:hello--spin'],
    ['animation-name:"spin"', 'animation-name:hello--spin'],
    ['animation:var(--speed) spin', 'animation:var(--speed) hello--spin'],
    ['animation:var(--name,spin) 1s', 'animation:var(--name,hello--spin) 1s'],
    ['list-style:box inside', 'list-style:inside hello--box'],
    ['list-style-type:box', 'list-style-type:hello--box'],
    ['content:counter(item,box) "box"', 'content:counter(item,hello--box) "box"'],
    ['font-family:"my font",Other', 'font-family:hello--my font,Other'],
    ['font:12px My Font,serif', 'font:12px hello--my font,serif'],
    ['font:var(--size) "My Font"', 'font:var(--size) "hello--my font"'],
    [
      '--text:My Font, serif;font-family:var(--text)',
      '--text:"hello--my font", serif;font-family:var(--text)',
    ],
    [
      '--name:spin;--other:spin;animation:var(--name) 1s',
      '--name:hello--spin;--other:spin;animation:var(--name) 1s',
    ],
  ])('are prefixed in uses: %s', (before, after) => {
    expect(declared(before)).toBe(after);
  });

  it.each([
    'transition:spin 1s',
    'animation:1s spinner',
    'animation:1s linear linear',
    'content:"animation: spin; x"',
    '--other:spin',
    'font-family:My Fonts',
  ])('are left alone in %s', (declaration) => {
    expect(declared(declaration)).toBe(declaration);
  });

  it('are marked at the start of the sheet for the shell, also when it defines none', () => {
    expect(scopeNames(DEFINED, 'hello').startsWith(uniqueNamesMark('hello'))).toBe(true);
    expect(scopeNames('.a{color:red}', 'hello')).toBe(`${uniqueNamesMark('hello')}.a{color:red}`);
  });

  it('may stand beside everything that the parser keeps unchanged', () => {
    const rest =
      '@media (width<900px){.a .b:is(h1,h2)>a:before{margin:calc(1px + var(--y,2px))}}' +
      '@supports (color:oklch(0 0 0)){.c{color:oklch(50% .1 20 / var(--a))}}';
    expect(scopeNames(`${DEFINED}${rest}`, 'x')).toContain('@media (width<900px){.a .b:is(h1,h2)>a:before');
  });
});
