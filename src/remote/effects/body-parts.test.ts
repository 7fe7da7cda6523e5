import { afterEach, describe, expect, it } from 'vitest';
import { createBodyParts } from './body-parts.ts';

afterEach(() => document.body.replaceChildren());

function put(attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const element = document.createElement('div');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return document.body.appendChild(element);
}
const inSight = (...elements: readonly HTMLElement[]) =>
  elements.map((element) => element.style.display !== 'none');

describe('design 9.6-36: elements that a view adds to the body', () => {
  it('are hidden while another page is shown, and restored with the view', () => {
    const parts = createBodyParts();
    const shell = put();
    const leave = parts.enter('hello');
    const overlay = put({ style: 'display: flex' });
    leave();
    expect(inSight(shell, overlay)).toEqual([true, false]);
    parts.enter('hello')();
    expect(inSight(overlay)).toEqual([false]);
    parts.enter('hello');
    expect(overlay.style.display).toBe('flex');
  });

  it('belong to the application: its other views show them, views of others do not', () => {
    const parts = createBodyParts();
    const leaveList = parts.enter('hello');
    const tooltip = put();
    const leaveDetail = parts.enter('hello');
    leaveList();
    expect(inSight(tooltip)).toEqual([true]);
    // The next view is drawn before the last one is told that it has left.
    const leaveOther = parts.enter('other');
    const others = put();
    leaveDetail();
    expect(inSight(tooltip, others)).toEqual([false, true]);
    leaveOther();
    parts.enter('hello');
    expect(inSight(tooltip, others)).toEqual([true, false]);
  });

  it('do not include those of the shell and Element Plus', () => {
    const leave = createBodyParts().enter('hello');
    const kept = [
      put({ 'data-shell': '' }),
      put({ id: 'el-popper-container-7' }),
      put({ class: 'el-message' }),
    ];
    leave();
    expect(inSight(...kept)).toEqual([true, true, true]);
  });

  it('do not block the page when they are modal dialogs', () => {
    const leave = createBodyParts().enter('hello');
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
    leave();
    expect(dialog.open).toBe(false);
  });
});
