import { afterEach, describe, expect, it } from 'vitest';
import { trackSheetOwners } from './sheet-owners.ts';

let running: string | undefined;
const scope = (code: string, css: string) => css.replace('aside', `.${code} aside`);
let owners: ReturnType<typeof trackSheetOwners> | undefined;
const start = () => (owners = trackSheetOwners({ page: document, current: () => running, scope }));
const textOf = (sheet: CSSStyleSheet) =>
  [...sheet.cssRules].map(({ cssText }) => cssText.replace(/\s+/g, ' '));

afterEach(() => {
  running = undefined;
  owners?.stop();
});

describe('findings: remotes 3: sheets that are filled by code', () => {
  it('are scoped when they are written, to their owner, also later', () => {
    const { isScoped } = start();
    running = 'hello';
    const sheet = new CSSStyleSheet();
    running = undefined;
    sheet.replaceSync('aside { color: red; }');
    expect(textOf(sheet)).toEqual(['.hello aside { color: red; }']);
    expect(sheet).toBeInstanceOf(CSSStyleSheet);
    expect(isScoped(sheet)).toBe(true);
  });

  it('are scoped rule by rule, one for one', () => {
    start();
    running = 'hello';
    const sheet = new CSSStyleSheet();
    sheet.insertRule('aside { color: red; }');
    sheet.insertRule('aside { color: blue; }', 1);
    expect(textOf(sheet)).toEqual(['.hello aside { color: red; }', '.hello aside { color: blue; }']);
  });

  it('stay unchanged when the shell writes them', () => {
    const { ownerOf } = start();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside { color: red; }');
    expect(textOf(sheet)).toEqual(['aside { color: red; }']);
    expect(ownerOf(document.createElement('style'))).toBeUndefined();
  });

  it('are attributed to the creator of the element', () => {
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

  it('are not attributed after stop', () => {
    const before = Object.getOwnPropertyDescriptor(document, 'createElement');
    start().stop();
    running = 'hello';
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside { color: red; }');
    expect(textOf(sheet)).toEqual(['aside { color: red; }']);
    expect(Object.getOwnPropertyDescriptor(document, 'createElement')).toEqual(before);
  });
});
