import * as ui from '@platform/remote-app/ui';
import {
  createTestRuntime,
  mountView,
  type AnswerRequest,
  type TestRuntimeOptions,
} from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { afterAll, afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { h, type Component } from 'vue';
import { provideFallback } from '../services/use-ui.ts';
import type { Item } from './fixture/api/items.ts';
import install from './fixture/index.ts';
import ItemList from './fixture/views/ItemList.vue';

const item = (id: number): Item => ({
  ...{ id, title: `Item ${id}`, status: 'open', remark: null },
  ...{ createTime: '2026-11-20T08:00:00Z', updateTime: '2026-11-20T08:00:00Z' },
});
const twoItems: AnswerRequest = () => ({ total: 2, rows: [item(1), item(2)] });

/** Mounts the view without a page around it, as authors test theirs. */
async function show(answer: AnswerRequest, options: Partial<TestRuntimeOptions> = {}) {
  const runtime = createTestRuntime({ code: 'hello', answer, ...options });
  await install(runtime);
  const global = { stubs: { transition: false } };
  const view = mount(ItemList, { attachTo: document.body, global });
  await flushPromises();
  const button = (text: string) =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === text);
  const press = async (text: string) => {
    button(text)?.click();
    await flushPromises();
  };
  return { view, runtime, button, press };
}
afterEach(() => {
  document.body.innerHTML = '';
});
// Tests of other files in this worker must provide services of their own.
afterAll(() => provideFallback(undefined));

describe('an application written for the former components', () => {
  it('shows its rows and their count in the shell', async () => {
    const view = await mountView(install, 'list', { code: 'hello', answer: twoItems });
    expect(view.element.querySelectorAll('.el-table__row')).toHaveLength(2);
    expect(view.text()).toContain('Things to greet.Open and done items');
    expect(view.text()).toContain('2 items');
    expect(view.text()).toContain('Item 1');
    view.unmount();
  });

  it('searches, resets, sorts and pages on the server', async () => {
    const queries: unknown[] = [];
    const { view, press } = await show((_method, _url, { params }) => {
      queries.push({ ...params });
      return { total: 30, rows: [item(1)] };
    });
    await view.get('[aria-label="Next page"]').trigger('click');
    await flushPromises();
    expect(queries.at(-1)).toEqual({ pageNum: 2, pageSize: 10 });
    await view.get('[aria-label="Rows per page"]').setValue('20');
    await flushPromises();
    expect(queries.at(-1)).toEqual({ pageNum: 1, pageSize: 20 });
    await view.get('input[aria-label="Title"]').setValue('abc');
    await view.get('form').trigger('submit');
    await flushPromises();
    expect(queries.at(-1)).toEqual({ title: 'abc', pageNum: 1, pageSize: 20 });
    await press('Reset');
    expect(queries.at(-1)).toEqual({ pageNum: 1, pageSize: 20 });
    await view.get('th .caret-wrapper').trigger('click');
    await flushPromises();
    expect(queries.at(-1)).toMatchObject({ orderByColumn: 'title', isAsc: 'asc' });
  });

  it('shows the texts that it has replaced by their former keys', async () => {
    const { runtime } = await show(twoItems);
    runtime.i18n.merge({ en: { ui: { reset: 'Start over' } } });
    expect(mount(ui.FilterBar, { props: { active: true } }).text()).toBe('SearchStart over');
  });

  it('shows a failed request with its id, and retries', async () => {
    let calls = 0;
    const { view, press } = await show(() => {
      if (calls++ > 0) return { total: 0, rows: [] };
      throw Object.assign(new Error('The database did not respond.'), { requestId: 'req-7' });
    });
    for (const text of ['The items could not be loaded.', 'The database did not respond.', 'req-7'])
      expect(view.text()).toContain(text);
    await press('Try again');
    await press('Retry');
    expect(view.text()).not.toContain('req-7');
    expect(view.text()).toContain('No items yet.');
  });

  it('validates and saves an item in its dialog', async () => {
    const saved: unknown[] = [];
    const { runtime, press } = await show((method, url, { data }) =>
      method === 'get' ? twoItems(method, url, {}) : saved.push(data),
    );
    await press('Add item');
    await press('Save');
    await expect.poll(() => document.body.textContent).toContain('Give the item a title.');
    expect(saved).toEqual([]);
    const title = document.querySelector<HTMLInputElement>('.el-form input')!;
    title.value = 'New';
    title.dispatchEvent(new Event('input'));
    await press('Save');
    await flushPromises();
    expect(saved).toEqual([expect.objectContaining({ title: 'New', status: 'open' })]);
    expect(runtime.said).toEqual(['Saved.']);
  });

  it('edits and deletes a row, and selected rows, where permitted', async () => {
    const deleted: string[] = [];
    const { view, runtime, button, press } = await show((method, url) =>
      method === 'delete' ? deleted.push(url) : twoItems(method, url, {}),
    );
    await press('Edit');
    expect(document.querySelector<HTMLInputElement>('.el-form input')?.value).toBe('Item 1');
    await press('Cancel');
    await press('Delete');
    expect(runtime.asked).toEqual(['Delete “Item 1”?']);
    expect(runtime.said).toEqual(['Deleted.']);
    await view.get('th .el-checkbox input').trigger('click');
    await expect.poll(() => button('Delete 2')).toBeDefined();
    await press('Delete 2');
    expect(deleted).toEqual(['/hello/item/1', '/hello/item/1,2']);

    view.unmount();
    const restricted = await show(twoItems, { permissions: ['hello:item:edit'] });
    expect(restricted.button('Edit')).toBeDefined();
    expect(button('Delete')).toBeUndefined();
    expect(button('Add item')).toBeUndefined();
  });
});

it('asks for confirmation outside a component', async () => {
  const { runtime } = await show(twoItems);
  let reloads = 0;
  const confirmed = ui.useConfirmed(async () => (reloads += 1));
  await confirmed({ ask: { title: 'Go?' }, work: async () => undefined, done: 'Gone.' });
  expect([runtime.asked, runtime.said, reloads]).toEqual([['Go?'], ['Gone.'], 1]);
});

it('accepts switches without a value in a column of actions', async () => {
  await install(createTestRuntime({ code: 'hello' }));
  const table = mount({
    components: { ListTable: ui.ListTable as Component, RowActions: ui.RowActions as Component },
    template:
      '<ListTable :rows="[{ id: 1 }]" :busy="false" empty-text=""><RowActions can-edit /></ListTable>',
  });
  await flushPromises();
  expect(table.findAll('button').map((one) => one.text())).toEqual(['Edit']);
});

it('shows the former summary of a page head', async () => {
  await install(createTestRuntime({ code: 'hello' }));
  const slots = { summary: () => 'Two open' };
  const head = mount(ui.PageHead, { props: { title: 'Notes', purpose: 'All of them.' }, slots });
  expect(head.text()).toContain('Two open');
});

describe('useLoaded with the former `load`', () => {
  it('sends nothing before `load` is called', async () => {
    let calls = 0;
    const { view } = await show(twoItems);
    view.unmount();
    const owner = {
      setup() {
        const { data, loading, load } = ui.useLoaded(async () => (calls += 1));
        return () => h('button', { onClick: load }, `${data.value} ${loading.value}`);
      },
    };
    const page = mount(owner);
    await flushPromises();
    expect(calls).toBe(0);
    expect(page.text()).toBe('undefined false');
    await page.trigger('click');
    await flushPromises();
    expect(page.text()).toBe('1 false');
  });
});

it('exports every former name', () => {
  const names = [
    ...(['EditDialog', 'FigureTile', 'FigureTiles', 'FilterBar', 'ListError', 'ListPage'] as const),
    ...(['ListTable', 'PageHead', 'RowActions', 'SearchFilter', 'StateTag'] as const),
    ...(['holdRuntime', 't', 'useConfirmed', 'useLoaded', 'useRuntime'] as const),
  ] satisfies Array<keyof typeof ui>;
  for (const name of names) expect(ui[name], name).toBeDefined();
  expectTypeOf<ui.ConfirmedWork>().toHaveProperty('ask');
  expectTypeOf<ui.Loaded<string>>().toHaveProperty('load');
});
