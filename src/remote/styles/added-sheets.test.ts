import { afterEach, describe, expect, it } from 'vitest';
import { createAddedSheets } from './added-sheets.ts';
import { scopeSheet } from './scope-sheet.ts';

/** A page of this file's own: hosts of other tests may look at the one that all share. */
const page = document.implementation.createHTMLDocument();
const owned = new WeakMap<object, string>();
const addedSheets = () =>
  createAddedSheets({
    page,
    owners: { ownerOf: (made) => owned.get(made), isScoped: () => false },
    scope: (code, rules) => scopeSheet(rules, { code, address: 'http://host/' }).text,
  });

afterEach(() => {
  page.head.replaceChildren();
  page.adoptedStyleSheets = [];
});

function add(css: string, attributes: Readonly<Record<string, string>> = {}): HTMLStyleElement {
  const style = page.createElement('style');
  for (const [name, value] of Object.entries(attributes)) style.setAttribute(name, value);
  style.textContent = css;
  return page.head.appendChild(style);
}
const scopesOf = (text: string) =>
  [...text.matchAll(/@scope \(\[data-app="(.*?)"\]\)/g)].map(([, code]) => code);

describe('design 5.2: styles that a remote adds by code', () => {
  it('are scoped to its views, also when they change', async () => {
    const end = addedSheets().activate('hello');
    const style = add('* { display: none }');
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['hello']);
    style.textContent = 'aside { opacity: 0 }';
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['hello']);
    expect(style.textContent).toContain('opacity: 0');
    end();
  });

  it('are scoped when it becomes inactive at the latest', () => {
    const end = addedSheets().activate('hello');
    const style = add('p { color: red }');
    end();
    expect(scopesOf(style.textContent)).toEqual(['hello']);
  });

  it('without a known owner are scoped to all active applications', async () => {
    const sheets = addedSheets();
    const ends = ['a', 'b', 'a'].map((code) => sheets.activate(code));
    const style = add('p { color: red }');
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['a', 'b']);
    for (const end of ends) end();
  });

  it('findings: remotes 4: are scoped to their owner, whichever applications are active', async () => {
    const sheets = addedSheets();
    const ends = ['a', 'b'].map((code) => sheets.activate(code));
    const style = page.createElement('style');
    owned.set(style, 'kept');
    style.textContent = 'p { color: red }';
    page.head.append(style);
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['kept']);
    for (const end of ends) end();
  });

  it('are scoped inside a view, too', async () => {
    const end = addedSheets().activate('hello');
    const view = page.body.appendChild(page.createElement('section'));
    view.innerHTML = '<div><style>aside { display: none }</style></div>';
    await Promise.resolve();
    expect(scopesOf(view.textContent ?? '')).toEqual(['hello']);
    view.remove();
    end();
  });

  it('stay unchanged without an active application, or when the shell added them', async () => {
    const sheets = addedSheets();
    sheets.activate('hello')();
    const styles = [add('p { color: red }')];
    const end = sheets.activate('hello');
    styles.push(
      add('p { color: red }', { 'data-remote': 'other' }),
      add('p { color: red }', { 'data-vite-dev-id': 'x' }),
    );
    await Promise.resolve();
    end();
    expect(styles.flatMap((style) => scopesOf(style.textContent))).toEqual([]);
  });

  it('may be constructed: they are scoped after the load and at each render', () => {
    const sheets = addedSheets();
    const shells = new CSSStyleSheet();
    page.adoptedStyleSheets = [shells];
    shells.replaceSync('p { color: red }');
    const end = sheets.activate('hello');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside { display: none }');
    page.adoptedStyleSheets = [shells, sheet];
    end();
    const textOf = ({ cssRules }: CSSStyleSheet) => [...cssRules].map(({ cssText }) => cssText).join();
    expect(textOf(shells)).toBe('p { color: red; }');
    expect(textOf(sheet)).not.toBe('aside { display: none; }');
  });
});
