import { afterEach, describe, expect, it } from 'vitest';
import { watchTypedInput } from './typed-input.ts';

function page(html: string) {
  document.body.innerHTML = `<section>${html}</section>`;
  const root = document.querySelector('section') as HTMLElement;
  const watched = watchTypedInput(root);
  const type = (selector: string, value: string) => {
    const field = root.querySelector<HTMLInputElement>(selector);
    if (!field) throw new Error(`no ${selector}`);
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return field;
  };
  return { root, watched, type };
}

afterEach(() => (document.body.innerHTML = ''));

describe('typed input', () => {
  it('counts while it is in the view and not empty', () => {
    const { watched, type } = page('<input name="title" value="as loaded">');
    expect(watched.holds()).toBe(false);
    const field = type('input', 'changed');
    expect(watched.holds()).toBe(true);
    type('input', '');
    expect(watched.holds()).toBe(false);
    type('input', 'again');
    field.remove();
    expect(watched.holds()).toBe(false);
  });

  it('counts as a choice, whatever its value is, and as text of any element', () => {
    for (const type of ['checkbox', 'radio']) {
      const choice = page(`<input type="${type}">`);
      choice.type('input', '');
      expect(choice.watched.holds(), type).toBe(true);
    }
    const { root, watched } = page('<div contenteditable> </div>');
    const text = root.firstElementChild as HTMLElement;
    text.dispatchEvent(new Event('input', { bubbles: true }));
    expect(watched.holds()).toBe(false);
    text.textContent = 'a note';
    expect(watched.holds()).toBe(true);
  });

  it('is no longer seen once it is not watched', () => {
    const { watched, type } = page('<input>');
    watched.stop();
    type('input', 'x');
    expect(watched.holds()).toBe(false);
  });

  it('does not count in searches, nor in a hidden form', () => {
    const { root, watched, type } = page(
      '<form role="search"><input name="a"></form><input type="search"><div id="form"><input name="b"></div>',
    );
    type('[name=a]', 'x');
    type('[type=search]', 'x');
    expect(watched.holds()).toBe(false);
    type('[name=b]', 'x');
    (root.querySelector('#form') as HTMLElement).style.display = 'none';
    expect(watched.holds()).toBe(false);
  });

  it('includes an open dialog', () => {
    const { root, watched } = page('<div id="over" style="display: none"><div role="dialog"></div></div>');
    expect(watched.holds()).toBe(false);
    (root.querySelector('#over') as HTMLElement).style.display = '';
    expect(watched.holds()).toBe(true);
  });

  it('of a hidden tab counts as well', () => {
    const { root, watched, type } = page('<textarea></textarea>');
    type('textarea', 'kept');
    root.remove();
    expect(watched.holds()).toBe(true);
  });
});
