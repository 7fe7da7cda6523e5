import { uiServicesKey } from '@platform/remote-app';
import {
  createTestRuntime,
  createTestUiServices,
  mountView,
  type AnswerRequest,
  type TestRuntimeOptions,
} from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import type { Item } from '../api/items.ts';
import install from '../index.ts';
import { useRuntime } from '../runtime.ts';
import ItemList from './ItemList.vue';

const item = (id: number): Item => ({
  id,
  title: `Item ${id}`,
  status: 'open',
  remark: null,
  createTime: '2026-11-20T08:00:00Z',
  updateTime: '2026-11-20T08:00:00Z',
});

async function show(answer: AnswerRequest, options: Partial<TestRuntimeOptions> = {}) {
  const runtime = createTestRuntime({ code: 'hello', answer, ...options });
  await install(runtime);
  const view = mount(ItemList, {
    attachTo: document.body,
    global: { provide: { [uiServicesKey]: createTestUiServices(runtime) } },
  });
  await flushPromises();
  /** Deletes the first row from its menu. */
  const removeFirst = async () => {
    await view.get('button[aria-label^="More actions"]').trigger('click');
    await flushPromises();
    document.querySelector<HTMLElement>('.popup-menu .is-danger')?.click();
    await flushPromises();
  };
  return { view, runtime, removeFirst };
}

const twoItems: AnswerRequest = (_method, url) =>
  url === '/hello/item/count' ? [] : { total: 2, rows: [item(1), item(2)] };

describe('the list of items', () => {
  it('shows the rows with the total', async () => {
    const view = await mountView(install, 'list', { code: 'hello', answer: twoItems });
    expect(view.element.querySelectorAll('.data-row')).toHaveLength(2);
    expect(view.text()).toContain('1–2 of 2');
    view.unmount();
  });

  it('shows the number of items per status, and nothing when it is unknown', async () => {
    const { view } = await show((_method, url) =>
      url === '/hello/item/count' ? [{ status: 'open', total: 7 }] : { total: 1, rows: [item(1)] },
    );
    expect(view.get('.summary').text()).toMatch(/Open\s*7/);
    const { view: other } = await show((_method, url) => {
      if (url === '/hello/item/count') throw new Error('no');
      return { total: 1, rows: [item(1)] };
    });
    expect(other.findAll('.summary li')).toHaveLength(0);
    expect(other.findAll('.data-row')).toHaveLength(1);
  });

  it('sends the search to the server, from the first page', async () => {
    const queries: unknown[] = [];
    const { view } = await show((_method, url, { params }) => {
      if (url === '/hello/item/count') return [];
      queries.push(params);
      return { total: 0, rows: [] };
    });
    await view.get('input[aria-label="Title"]').setValue('abc');
    await expect.poll(() => queries.at(-1)).toEqual({ title: 'abc', pageNum: 1, pageSize: 20 });
    await expect.poll(() => view.text()).toContain('Nothing matches');
  });

  it('shows the error with the request id, and retries', async () => {
    let answers = 0;
    const { view } = await show((_method, url) => {
      if (url === '/hello/item/count') return [];
      if (answers++ === 0)
        throw Object.assign(new Error('The database did not answer.'), { requestId: 'req-7' });
      return { total: 1, rows: [item(1)] };
    });
    expect(view.text()).toContain('The database did not answer.');
    expect(view.text()).toContain('req-7');
    await view.get('.error-panel__actions button').trigger('click');
    await flushPromises();
    expect(view.find('.error-panel').exists()).toBe(false);
    expect(view.findAll('.data-row')).toHaveLength(1);
  });

  it('shows only the permitted buttons', async () => {
    const { view } = await show(twoItems, { permissions: ['hello:item:edit'] });
    const labels = view.findAll('button').map((button) => button.text());
    expect(labels).toContain('Edit');
    expect(labels).not.toContain('Delete');
    expect(view.find('button[aria-label^="More actions"]').exists()).toBe(false);
    expect(labels).not.toContain('Add item');
  });

  it('deletes after a confirmation, and reports it', async () => {
    const deleted: string[] = [];
    const { runtime, removeFirst } = await show((method, url, config) =>
      method === 'delete' ? deleted.push(url) : twoItems(method, url, config),
    );
    await removeFirst();
    expect(runtime.asked).toEqual(['Delete “Item 1”?']);
    expect(deleted).toEqual(['/hello/item/1']);
    expect(runtime.said).toEqual(['Deleted.']);
  });

  it('deletes nothing when the user declines', async () => {
    const methods: string[] = [];
    const record: AnswerRequest = (method, url, config) => {
      methods.push(method);
      return twoItems(method, url, config);
    };
    const { removeFirst } = await show(record, { agrees: false });
    await removeFirst();
    expect(methods).not.toContain('delete');
  });
});

describe('the entry', () => {
  it('spec: Frontend project layout/install returns manifest and views', async () => {
    const runtime = createTestRuntime({ code: 'hello' });
    const { manifest, views } = await install(runtime);
    expect(manifest.code).toBe('hello');
    expect(Object.keys(views)).toEqual(['list', 'demo']);
    expect(useRuntime()).toBe(runtime);
  });
});
