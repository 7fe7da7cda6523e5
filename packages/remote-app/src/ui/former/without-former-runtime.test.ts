import { createRuntimeHolder, defineApp, type RemoteRuntime } from '@platform/remote-app';
import { mountView } from '@platform/remote-app/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, type Component } from 'vue';
import type * as Ui from '../index.ts';

let ui: typeof Ui;

beforeEach(async () => {
  // Another test may have stored a runtime.
  vi.resetModules();
  ui = await import('../index.ts');
});

/** An application of today's guide, whose runtime is held by a module of its own. */
async function show(template: string, locale = 'en') {
  const { holdRuntime } = createRuntimeHolder();
  const components = ui as unknown as Record<string, Component>;
  const view = defineComponent({
    components,
    setup: () => ({ error: new Error('no') }),
    template,
  });
  const install = defineApp({
    views: { list: view },
    setup: (runtime: RemoteRuntime) => holdRuntime(runtime),
  });
  return mountView(install, 'list', { code: 'notes', locale });
}

it('shows the texts of deprecated parts in an application without the deprecated `holdRuntime`', async () => {
  const bar = await show('<FilterBar active />');
  expect(bar.text()).toBe('SearchClear filters');
  const failure = await show('<ListError :error="error" :busy="false" />');
  expect(failure.text()).toContain('Could not be loaded');
  const table =
    '<ListTable :rows="[{ id: 1 }]" :busy="false" empty-text=""><RowActions can-edit can-remove /></ListTable>';
  expect((await show(table)).text()).toContain('ActionsEditDelete');
  expect(
    (await show('<EditDialog model-value title="Note" :draft="{}" :save="() => 1" />')).element.ownerDocument
      .body.textContent,
  ).toContain('Save');
  expect((await show('<FilterBar active />', 'zh')).text()).toBe('搜索清除筛选');
});
