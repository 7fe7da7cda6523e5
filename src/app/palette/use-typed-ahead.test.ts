import { expect, it } from 'vitest';
import { nextTick, ref } from 'vue';
import { withinSetup } from '@/shared/testing/within-setup';
import { useTypedAhead } from './use-typed-ahead.ts';

function press(target: EventTarget, key: string, more: KeyboardEventInit = {}): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
}

it('findings: interface 22: what is typed before the palette is there is kept for it', async () => {
  const open = ref(false);
  const { result: typed, unmount } = withinSetup(() => useTypedAhead(open));
  const page = document.body.appendChild(document.createElement('input'));
  expect(press(page, 'a')).toBe(true);
  open.value = true;
  for (const key of ['u', 's', 'x', 'Backspace', 'e']) expect(press(page, key)).toBe(false);
  expect(press(page, 'k', { ctrlKey: true })).toBe(true);
  expect(press(page, 'Enter')).toBe(false);
  expect(typed.value).toBe('use');

  const palette = document.body.appendChild(document.createElement('dialog'));
  palette.className = 'palette';
  expect(press(palette, 'r')).toBe(true);
  expect(typed.value).toBe('use');

  press(page, 'Escape');
  await nextTick();
  expect([open.value, typed.value]).toEqual([false, '']);
  unmount();
  page.remove();
  palette.remove();
});
