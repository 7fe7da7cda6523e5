import { afterEach, describe, expect, it } from 'vitest';
import { noteSheetOwners } from './sheet-owners.ts';

let running: string | undefined;
const scope = (code: string, css: string) => css.replace('aside', `.${code} aside`);
let owners: ReturnType<typeof noteSheetOwners> | undefined;
const start = () => (owners = noteSheetOwners({ page: document, current: () => running, scope }));
const textOf = (sheet: CSSStyleSheet) =>
  [...sheet.cssRules].map(({ cssText }) => cssText.replace(/\s+/g, ' '));

afterEach(() => {
  running = undefined;
  owners?.stop();
});

describe('findings: remotes 3: sheets that are filled by code', () => {
  it('are held when they are written, by whoever made them, also later', () => {
    const { isHeld } = start();
    running = 'hello';
    const sheet = new CSSStyleSheet();
    running = undefined;
    sheet.replaceSync('aside { color: red; }');
    expect(textOf(sheet)).toEqual(['.hello aside { color: red; }']);
    expect(sheet).toBeInstanceOf(CSSStyleSheet);
    expect(isHeld(sheet)).toBe(true);
  });

  it('are held rule by rule, one for one', () => {
    start();
    running = 'hello';
    const sheet = new CSSStyleSheet();
    sheet.insertRule('aside { color: red; }');
    sheet.insertRule('aside { color: blue; }', 1);
    expect(textOf(sheet)).toEqual(['.hello aside { color: red; }', '.hello aside { color: blue; }']);
  });

  it('are the shell’s where the shell writes them', () => {
    const { ownerOf } = start();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside { color: red; }');
    expect(textOf(sheet)).toEqual(['aside { color: red; }']);
    expect(ownerOf(document.createElement('style'))).toBeUndefined();
  });

  it('are known by who made the element', () => {
    const { ownerOf } = start();
    running = 'member';
    const made = [
      document.createElement('style'),
      document.createElement('STYLE'),
      document.createElementNS('http://www.w3.org/2000/svg', 'style'),
    ];
    expect(made.map(ownerOf)).toEqual(['member', 'member', 'member']);
    expect(ownerOf(document.createElement('p'))).toBeUndefined();
  });

  it('are nobody’s once it has stopped', () => {
    const before = Object.getOwnPropertyDescriptor(document, 'createElement');
    start().stop();
    running = 'hello';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside { color: red; }');
    expect(textOf(sheet)).toEqual(['aside { color: red; }']);
    expect(Object.getOwnPropertyDescriptor(document, 'createElement')).toEqual(before);
  });
});
