import {
  createTestRuntime,
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
  const view = mount(ItemList, { attachTo: document.body });
  await flushPromises();
  return { view, runtime };
}

const twoItems: AnswerRequest = (_method, url) =>
  url === '/hello/item/count' ? [] : { total: 2, rows: [item(1), item(2)] };

describe('the list of items', () => {
  it('shows the rows with the total', async () => {
    const view = await mountView(install, 'list', { code: 'hello', answer: twoItems });
    expect(view.element.querySelectorAll('.el-table__row')).toHaveLength(2);
    expect(view.text()).toContain('2 items');
    view.unmount();
  });

  it('shows how many items have each status, and nothing where that is not known', async () => {
    const { view } = await show((_method, url) =>
      url === '/hello/item/count' ? [{ status: 'open', total: 7 }] : { total: 1, rows: [item(1)] },
    );
    expect(view.get('.summary').text()).toMatch(/Open\s*7/);
    const { view: other } = await show((_method, url) => {
      if (url === '/hello/item/count') throw new Error('no');
      return { total: 1, rows: [item(1)] };
    });
    expect(other.findAll('.summary li')).toHaveLength(0);
    expect(other.findAll('.el-table__row')).toHaveLength(1);
  });

  it('asks the server for what is searched, from the first page', async () => {
    const queries: unknown[] = [];
    const { view } = await show((_method, _url, { params }) => {
      queries.push(params);
      return { total: 0, rows: [] };
    });
    await view.get('input[aria-label="Title"]').setValue('abc');
    await view.get('form').trigger('submit');
    await flushPromises();
    expect(queries.at(-1)).toEqual({ title: 'abc', pageNum: 1, pageSize: 10 });
    expect(view.text()).toContain('No item matches the search.');
  });

  it('says why it failed, with the request id, and tries again', async () => {
    let answers = 0;
    const { view } = await show(() => {
      if (answers++ === 0)
        throw Object.assign(new Error('The database did not answer.'), { requestId: 'req-7' });
      return { total: 1, rows: [item(1)] };
    });
    expect(view.text()).toContain('The database did not answer.');
    expect(view.text()).toContain('req-7');
    await view.get('.el-alert button').trigger('click');
    await flushPromises();
    expect(view.find('.el-alert').exists()).toBe(false);
    expect(view.findAll('.el-table__row')).toHaveLength(1);
  });

  it('shows the buttons that the person may press, and no others', async () => {
    const { view } = await show(twoItems, { permissions: ['hello:item:edit'] });
    const labels = view.findAll('button').map((button) => button.text());
    expect(labels).toContain('Edit');
    expect(labels).not.toContain('Delete');
    expect(labels).not.toContain('Add item');
  });

  it('deletes after asking, and says so', async () => {
    const deleted: string[] = [];
    const { view, runtime } = await show((method, url) =>
      method === 'delete' ? deleted.push(url) : twoItems('get', '', {}),
    );
    await view
      .findAll('button')
      .find((button) => button.text() === 'Delete')
      ?.trigger('click');
    await flushPromises();
    expect(runtime.asked).toEqual(['Delete “Item 1”?']);
    expect(deleted).toEqual(['/hello/item/1']);
    expect(runtime.said).toEqual(['Deleted.']);
  });

  it('deletes nothing when the person declines', async () => {
    const methods: string[] = [];
    const record: AnswerRequest = (method, url, config) => {
      methods.push(method);
      return twoItems(method, url, config);
    };
    const { view } = await show(record, { agrees: false });
    await view
      .findAll('button')
      .find((button) => button.text() === 'Delete')
      ?.trigger('click');
    await flushPromises();
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
