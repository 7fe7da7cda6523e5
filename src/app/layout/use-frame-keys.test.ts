import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { usePreferencesStore } from '@/shared/preferences';
import { menuNode } from '../menus/testing/menu-node.ts';
import { mountFrame } from '../testing/mount-frame.ts';
import { useFrameStore } from '../actions/frame-store.ts';
import { useFrameKeys } from './use-frame-keys.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
});

const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
const act = (code: string, target?: EventTarget) =>
  press('å', { code, altKey: true, shiftKey: true }, target);

async function frame() {
  const Keys = defineComponent({ setup: () => (useFrameKeys(), () => h('input')) });
  const menus = [menuNode({ menuKey: 'host:tasks', name: 'Tasks', path: '/tasks' })];
  const mounted = await mountFrame(() => h(Keys), { menus });
  const field = mounted.wrapper.get('input').element;
  return { ...mounted, field, state: useFrameStore(), preferences: usePreferencesStore() };
}

it('design 12: ? shows the shortcuts, but not while somebody types, or with other keys held', async () => {
  const { router, field, wrapper } = await frame();
  const push = vi.spyOn(router, 'push');
  press('?', {}, field);
  press('?', { ctrlKey: true });
  expect(push).not.toHaveBeenCalled();
  press('?');
  expect(push).toHaveBeenCalledExactlyOnceWith({ path: '/system/help', query: { tab: 'shortcuts' } });
  wrapper.unmount();
  press('?');
  expect(push).toHaveBeenCalledTimes(1);
});

it('design 15.6: / goes to the search of a page without a list, unless a dialog lies over it', async () => {
  await frame();
  document.body.insertAdjacentHTML('beforeend', '<main id="page"><input type="search"></main>');
  const page = document.querySelector('#page');
  const field = page?.querySelector('input');
  page?.insertAdjacentHTML('afterend', '<div role="dialog" id="over"></div>');
  expect(press('/')).toBe(true);
  expect(document.activeElement).not.toBe(field);
  document.querySelector('#over')?.remove();
  expect(press('/')).toBe(false);
  expect(document.activeElement).toBe(field);
  page?.remove();
  expect(press('/')).toBe(true);
});

it('design 12: Escape in a folded select closes the panel around it', async () => {
  await frame();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" id="panel"><input role="combobox" aria-expanded="true"></div>',
  );
  const panel = document.querySelector('#panel') as HTMLElement;
  const field = panel.querySelector('input') as HTMLElement;
  // As Element Plus does.
  field.addEventListener('keydown', (event) => event.stopPropagation());
  const closed = vi.fn();
  panel.addEventListener('keydown', closed);
  press('Escape', {}, field);
  expect(closed).not.toHaveBeenCalled();
  field.setAttribute('aria-expanded', 'false');
  press('Escape', {}, field);
  expect(closed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'Escape' }));
  panel.remove();
});

it('design 15.7: a key shows the page alone, and Escape leaves that, unless it belongs to a field', async () => {
  const { state, field } = await frame();
  act('KeyF', field);
  expect(state.fullView).toBe(false);
  expect(act('KeyF')).toBe(false);
  expect(state.fullView).toBe(true);
  press('Escape', {}, field);
  expect(state.fullView).toBe(true);
  press('Escape');
  expect(state.fullView).toBe(false);
  expect(press('Escape')).toBe(true);
});

it('design 15.7: a key keeps the page among the favourites, where it has a menu', async () => {
  const { router, preferences } = await frame();
  expect(act('KeyS')).toBe(true);
  await router.push('/tasks');
  act('KeyS');
  expect(preferences.favourites).toEqual(['host:tasks']);
  act('KeyS');
  expect(preferences.favourites).toEqual([]);
});

it('design 15.7: a key copies the address of the view with its filters', async () => {
  const { router, notices } = await frame();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  await router.push('/tasks?status=failed');
  act('KeyC');
  await vi.waitFor(() => expect(notices.shown.value).toHaveLength(1));
  expect(write).toHaveBeenCalledExactlyOnceWith(`${window.location.origin}/tasks?status=failed`);
});
