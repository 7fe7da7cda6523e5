import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import { submitDrawer } from '@/shared/testing/page-actions.ts';
import type { ConfigEntry } from '../api/records.ts';
import messages from '../i18n/en-US.ts';
import ConfigDrawer from './ConfigDrawer.vue';

const known = [{ configKey: 'host.second-factor', kind: 'choice', choices: ['off', 'all'], initial: 'all' }];
const entry = (change: Partial<ConfigEntry>): ConfigEntry =>
  ({
    ...{ configId: 3, configKey: 'hello.page-size', configValue: '20', configName: 'Rows' },
    ...{ configCategory: 'hello', remark: 'Lines', isSystem: false, updateTime: '2026-11-24T10:00:00.000Z' },
    ...change,
  }) as ConfigEntry;

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function opened(of?: ConfigEntry) {
  const http = {
    get: vi.fn(async () => known),
    post: vi.fn(async (_path: string, _entry: object) => ({ configId: 4 })),
    put: vi.fn(async (_path: string, _entry: object) => undefined),
  };
  const { page } = await mountPage(ConfigDrawer, {
    messages: { system: messages },
    props: { modelValue: false, entry: of },
    http: http as never,
  });
  unmount = () => page.unmount();
  await page.setProps({ modelValue: true } as object);
  await flushPromises();
  const drawer = document.querySelector<HTMLElement>('.el-drawer');
  const kind = () => drawer?.querySelector('.el-radio-button.is-active')?.textContent.trim();
  return { page, http, drawer, kind };
}

it('offers the choices of a setting that the host knows, and begins with its initial one', async () => {
  const { page, http, drawer, kind } = await opened();
  expect(kind()).toBe(messages.config.kinds.text);
  await submitDrawer(' host.second-factor ');
  await vi.waitFor(() => expect(page.emitted('saved')).toHaveLength(1));
  expect(kind()).toBeUndefined();
  expect(http.post.mock.calls[0]?.[1]).toMatchObject({ configValue: 'all' });
  expect([...(drawer?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual([
    'host.second-factor',
  ]);
});

it('keeps the choice that a known setting has', async () => {
  const { http } = await opened(entry({ configKey: 'host.second-factor', configValue: 'off' }));
  await submitDrawer('host.second-factor');
  await vi.waitFor(() => expect(http.put).toHaveBeenCalledOnce());
  expect(http.put.mock.calls[0]?.[1]).toMatchObject({ configValue: 'off' });
});

it.each([
  ['20', messages.config.kinds.number],
  ['true', messages.config.kinds.boolean],
  ['{"a":1}', messages.config.kinds.json],
  ['Hello', messages.config.kinds.text],
])('edits the value %s as %s', async (configValue, expected) => {
  const { kind } = await opened(entry({ configValue }));
  expect(kind()).toBe(expected);
});

it('sends all fields with what was seen of the value', async () => {
  const { http } = await opened(entry({}));
  await submitDrawer();
  await vi.waitFor(() => expect(http.put).toHaveBeenCalledOnce());
  expect(http.put.mock.calls[0]?.[1]).toEqual({
    ...{ configId: 3, configKey: 'hello.page-size', configValue: '20', configName: 'Rows', configNames: {} },
    ...{ configCategory: 'hello', remark: 'Lines', updateTime: '2026-11-24T10:00:00.000Z' },
  });
});

it('sends no value that is not of its type, but an empty one', async () => {
  const { http, drawer } = await opened(entry({}));
  const value = drawer?.querySelector<HTMLInputElement>('[inputmode=decimal]');
  const save = drawer?.querySelector<HTMLButtonElement>('[type=submit]');
  const write = async (text: string) => {
    if (value) value.value = text;
    value?.dispatchEvent(new Event('input'));
    await flushPromises();
    return save?.disabled;
  };
  expect(await write('many')).toBe(true);
  expect(await write('7')).toBe(false);
  expect(await write('')).toBe(false);
  await submitDrawer();
  await vi.waitFor(() => expect(http.put).toHaveBeenCalledOnce());
  expect(http.put.mock.calls[0]?.[1]).toMatchObject({ configValue: '' });
});

it('edits the names in other languages', async () => {
  const { http, drawer } = await opened(entry({ configNames: { zh: '行数', fr: 'Lignes' } }));
  const item = [...(drawer?.querySelectorAll('.el-form-item') ?? [])].find((each) =>
    each.textContent.includes('简体中文'),
  );
  const chinese = item?.querySelector('input');
  expect(chinese?.value).toBe('行数');
  if (chinese) chinese.value = '';
  chinese?.dispatchEvent(new Event('input'));
  await submitDrawer('hello.page-size');
  await vi.waitFor(() => expect(http.put).toHaveBeenCalledOnce());
  expect(http.put.mock.calls[0]?.[1]).toMatchObject({ configNames: { fr: 'Lignes' } });
});
