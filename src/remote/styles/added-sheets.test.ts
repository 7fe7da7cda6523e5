import { afterEach, describe, expect, it } from 'vitest';
import { createAddedSheets } from './added-sheets.ts';
import { scopeSheet } from './scope-sheet.ts';

/** A page of this file's own: hosts of other tests may look at the one that all share. */
const page = document.implementation.createHTMLDocument();
const owned = new WeakMap<object, string>();
const addedSheets = () =>
  createAddedSheets({
    page,
    owners: { ownerOf: (made) => owned.get(made), isHeld: () => false },
    scope: (code, rules) => scopeSheet(rules, code, 'http://host/').text,
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
  it('are held in its views, also when they change', async () => {
    const end = addedSheets().work('hello');
    const style = add('* { display: none }');
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['hello']);
    style.textContent = 'aside { opacity: 0 }';
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['hello']);
    expect(style.textContent).toContain('opacity: 0');
    end();
  });

  it('are held at the end of the work at the latest', () => {
    const end = addedSheets().work('hello');
    const style = add('p { color: red }');
    end();
    expect(scopesOf(style.textContent)).toEqual(['hello']);
  });

  it('are held in the views of all whose code runs, since nobody can tell whose they are', async () => {
    const sheets = addedSheets();
    const ends = ['a', 'b', 'a'].map((code) => sheets.work(code));
    const style = add('p { color: red }');
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['a', 'b']);
    for (const end of ends) end();
  });

  it('findings: remotes 4: are held in the views of who made them, whoever else is at work', async () => {
    const sheets = addedSheets();
    const ends = ['a', 'b'].map((code) => sheets.work(code));
    const style = page.createElement('style');
    owned.set(style, 'kept');
    style.textContent = 'p { color: red }';
    page.head.append(style);
    await Promise.resolve();
    expect(scopesOf(style.textContent)).toEqual(['kept']);
    for (const end of ends) end();
  });

  it('are held inside a view, too', async () => {
    const end = addedSheets().work('hello');
    const view = page.body.appendChild(page.createElement('section'));
    view.innerHTML = '<div><style>aside { display: none }</style></div>';
    await Promise.resolve();
    expect(scopesOf(view.textContent ?? '')).toEqual(['hello']);
    view.remove();
    end();
  });

  it('are the shell’s where no code of a remote runs, or where it has put them there itself', async () => {
    const sheets = addedSheets();
    sheets.work('hello')();
    const styles = [add('p { color: red }')];
    const end = sheets.work('hello');
    styles.push(
      add('p { color: red }', { 'data-remote': 'other' }),
      add('p { color: red }', { 'data-vite-dev-id': 'x' }),
    );
    await Promise.resolve();
    end();
    expect(styles.flatMap((style) => scopesOf(style.textContent))).toEqual([]);
  });

  it('may be constructed: they are held when it has been loaded, or is shown', () => {
    const sheets = addedSheets();
    const shells = new CSSStyleSheet();
    page.adoptedStyleSheets = [shells];
    shells.replaceSync('p { color: red }');
    const end = sheets.work('hello');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('aside { display: none }');
    page.adoptedStyleSheets = [shells, sheet];
    end();
    const textOf = ({ cssRules }: CSSStyleSheet) => [...cssRules].map(({ cssText }) => cssText).join();
    expect(textOf(shells)).toBe('p { color: red; }');
    expect(textOf(sheet)).not.toBe('aside { display: none; }');
  });
});
