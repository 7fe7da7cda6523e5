import { beforeEach, expect, it } from 'vitest';
import { h } from 'vue';
import { usePreferencesStore } from '@/shared/preferences';
import { mountFrame } from '../testing/mount-frame.ts';
import AppearanceMenu from './AppearanceMenu.vue';

beforeEach(() => localStorage.clear());

it('issue 20: density of lists and the place of the menu are chosen for the whole shell', async () => {
  const { wrapper } = await mountFrame(() => h(AppearanceMenu));
  await wrapper.get('[aria-haspopup=menu]').trigger('click');
  const choose = (value: string) =>
    document.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click();
  const checked = () =>
    [...document.querySelectorAll<HTMLInputElement>('.choice input:checked')].map(({ value }) => value);
  expect(checked()).toEqual(['default', 'side']);
  choose('compact');
  choose('top');
  const preferences = usePreferencesStore();
  expect([preferences.density, preferences.menuPlace]).toEqual(['compact', 'top']);
  expect(checked()).toEqual(['compact', 'top']);
});
