// @vitest-environment happy-dom
import { defineStore } from 'pinia';
import { h, withDirectives, resolveDirective, type Component } from 'vue';
import { useRoute } from 'vue-router';
import { expect, it } from 'vitest';
import { defineApp } from '../define-app.ts';
import { createRuntimeHolder } from '../runtime-holder.ts';
import { mountView, type TestRuntimeOptions } from './index.ts';

const { holdRuntime, useRuntime } = createRuntimeHolder();
const useFilter = defineStore('filter', { state: () => ({ word: 'milk' }) });

const list: Component = {
  async setup() {
    const { request, i18n } = useRuntime();
    const route = useRoute();
    const rows = await request.get<string[]>('/notes/list', { params: { word: useFilter().word } });
    const add = () => withDirectives(h('button'), [[resolveDirective('permission'), 'notes:add']]);
    return () => [h('p', `${route.path}: ${i18n.t('found', { count: rows.length })}`), add()];
  },
};
const failing: Component = {
  setup() {
    throw new Error('no colours');
  },
  render: () => null,
};
const install = defineApp({
  messages: { en: { found: { one: '{count} note', other: '{count} notes' } } },
  views: { list: async () => ({ default: list }), failing },
  setup: holdRuntime,
});
const options: TestRuntimeOptions = {
  code: 'notes',
  answer: (_method, _url, { params }) => Object.values<unknown>(params as Record<string, unknown>),
};

it('design 5.1: mounts a view as the shell does, without a host', async () => {
  const view = await mountView(install, 'list', options);
  expect(view.text()).toBe('/notes/list: 1 note');
  expect(document.querySelector('[data-app="notes"][data-view="list"] button')).not.toBeNull();
  view.unmount();
  expect(document.body.childElementCount).toBe(0);
});

it('hides actions without permission', async () => {
  const view = await mountView(install, 'list', { ...options, permissions: [] });
  expect(view.element.querySelector('button')).toBeNull();
  view.unmount();
});

it("throws the view's error, and names the existing views", async () => {
  await expect(mountView(install, 'failing', options)).rejects.toThrow('no colours');
  await expect(mountView(install, 'lost', options)).rejects.toThrow(
    'View "lost" does not exist. Views of the application: list, failing.',
  );
});
