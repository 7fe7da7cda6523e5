import { flushPromises } from '@vue/test-utils';
import { ElConfigProvider } from 'element-plus/es/components/config-provider/index.mjs';
import en from 'element-plus/es/locale/lang/en.mjs';
import zhCn from 'element-plus/es/locale/lang/zh-cn.mjs';
import { expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { mountShared } from '../testing/mount-shared.ts';
import DateField from './DateField.vue';

async function typed(type: 'date' | 'datetime' | 'time', modelValue: string, text: string) {
  const field = mountShared(DateField, { props: { type, modelValue, label: 'Until' } });
  const input = await vi.waitUntil(() => {
    const found = field.find<HTMLInputElement>('input[aria-label=Until]');
    return found.exists() && found;
  });
  const before = input.element.value;
  await input.setValue(text);
  await input.trigger('change');
  await flushPromises();
  const given = field.emitted('update:modelValue')?.at(-1)?.[0];
  field.unmount();
  return { before, given };
}

it.each([
  ['date', '2026-03-10', '2026-03-10', '2026-04-11', '2026-04-11'],
  ['datetime', '2026-03-10T12:00', '2026-03-10 12:00', '2026-04-11 09:30', '2026-04-11T09:30'],
  ['time', '12:00', '12:00', '09:30', '09:30'],
] as const)(
  'a field for a %s has the form of the shell, whatever the browser’s is',
  async (type, model, before, text, given) => {
    expect(await typed(type, model, text)).toEqual({ before, given });
  },
);

it('is empty where nothing is chosen, and where it is cleared', async () => {
  expect(await typed('date', '', '2026-04-11')).toEqual({ before: '', given: '2026-04-11' });
  expect(await typed('date', '2026-03-10', '')).toEqual({ before: '2026-03-10', given: '' });
});

it.each([
  ['Chinese', zhCn, '一'],
  ['English', en, 'Sun'],
])('begins the week of the calendar in %s as is usual there', async (_name, locale, first) => {
  const Shown = defineComponent(
    () => () =>
      h(ElConfigProvider, { locale }, () =>
        h(DateField, { type: 'date', modelValue: '2026-03-10', label: 'Until' }),
      ),
  );
  const field = mountShared(Shown);
  const input = await vi.waitUntil(
    () => field.find('input[aria-label=Until]').exists() && field.find('input'),
  );
  await input.trigger('mousedown');
  await input.trigger('focus');
  const head = await vi.waitUntil(() =>
    [...document.querySelectorAll('.el-date-table')].at(-1)?.querySelector('th'),
  );
  expect(head.textContent.trim()).toBe(first);
  field.unmount();
});

it('leaves no field that follows the language of the browser', async () => {
  const sources = import.meta.glob<string>(
    ['/src/**/*.vue', '/packages/remote-app/src/**/*.vue', '/frontend/*/src/**/*.vue'],
    { query: '?raw', import: 'default' },
  );
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const found = await Promise.all(
    Object.entries(sources).map(async ([file, read]) => ({ file, text: await read() })),
  );
  const native = found.filter(({ text }) =>
    /<(ElInput|input)\b[^>]*type="(date|time|datetime-local|month|week)"/.test(text),
  );
  expect(native.map(({ file }) => file)).toEqual([]);
});
