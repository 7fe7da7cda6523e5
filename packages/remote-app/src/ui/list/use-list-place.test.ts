import { uiServicesKey } from '@platform/remote-app';
import { flushPromises, mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { defineComponent, h, type Component } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { testUi } from '../testing/within-setup.ts';
import type { Filters, PageLoader } from './data-table.ts';
import DataTable from './DataTable.vue';
import ListPage from './ListPage.vue';
import { useListFilters } from './use-list-filters.ts';

interface Row {
  name: string;
}

const columns = [
  { key: 'name', label: 'Name', sortBy: 'name' },
  { key: 'size', label: 'Size' },
];

async function listAt(address: string, list: unknown = ListPage) {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ['/list', '/other'].map((path) => ({ path, component: { render: () => h('div') } })),
  });
  await router.push(address);
  const load = vi.fn<PageLoader<Row>>(async () => ({ total: 100, rows: [{ name: 'hello' }] }));
  const page = defineComponent({
    setup() {
      const filters = useListFilters({ status: Number });
      return () => [
        h('button', { class: 'enabled', onClick: () => (filters.value = { status: 1 }) }),
        h(list as Component, {
          ...{ id: 'apps', title: 'Apps', label: 'Apps', rowKey: 'name', columns, load },
          ...{ sort: { column: 'name', direction: 'desc' }, filters: filters.value },
        }),
      ];
    },
  });
  const wrapper = mount(page, {
    global: { plugins: [router], provide: { [uiServicesKey]: testUi().ui } },
  });
  await flushPromises();
  const press = async (selector: string) => {
    await wrapper.get(selector).trigger('click');
    await flushPromises();
  };
  const open = async (to: string) => {
    await router.push(to);
    await flushPromises();
  };
  const asked = () => {
    const query: Filters = load.mock.lastCall?.[0] ?? {};
    return ['pageNum', 'orderByColumn', 'isAsc', 'status'].map((name) => query[name]);
  };
  const addressOf = () => router.currentRoute.value.fullPath;
  return { load, press, open, asked, addressOf };
}

it('writes page and order of the list of a page into its address', async () => {
  const { press, asked, addressOf } = await listAt('/list?task=7');
  await press('.pager button:last-child');
  expect([addressOf(), asked()]).toEqual(['/list?task=7&page=2', [2, 'name', 'desc', undefined]]);
  await press('th button');
  expect([addressOf(), asked()]).toEqual(['/list?task=7&sort=', [1, undefined, undefined, undefined]]);
  await press('th button');
  expect(addressOf()).toBe('/list?task=7&sort=name');
  await press('th button');
  expect(addressOf()).toBe('/list?task=7');
});

it('opens with the page and the order of the address, in one request', async () => {
  const { load, asked } = await listAt('/list?page=3&sort=name&status=1');
  expect([load.mock.calls.length, asked()]).toEqual([1, [3, 'name', 'asc', 1]]);
});

it('opens without an order where the address says so', async () => {
  expect((await listAt('/list?sort=')).asked()).toEqual([1, undefined, undefined, undefined]);
});

it.each(['/list?page=x&sort=password', '/list?page=-2&sort=-size', '/list?page=1.5'])(
  'takes the first page and its own order for %s',
  async (address) => expect((await listAt(address)).asked()).toEqual([1, 'name', 'desc', undefined]),
);

it('begins with the first page after a filter, and keeps both in the address', async () => {
  const { press, asked, addressOf } = await listAt('/list?page=3&sort=name');
  await press('.enabled');
  expect([addressOf(), asked()]).toEqual(['/list?sort=name&status=1', [1, 'name', 'asc', 1]]);
});

it('goes to the place of an address that is opened, with its filters', async () => {
  const { open, asked, addressOf } = await listAt('/list?status=1&page=2');
  await open('/list?status=0&page=4&sort=name');
  expect([addressOf(), asked()]).toEqual(['/list?status=0&page=4&sort=name', [4, 'name', 'asc', 0]]);
  await open('/list');
  expect([addressOf(), asked()]).toEqual(['/list', [1, 'name', 'desc', undefined]]);
});

it("leaves another page's address alone, and its own to a list beside others", async () => {
  const { open, press, addressOf } = await listAt('/list?page=2');
  await open('/other?page=5');
  await press('.pager button:last-child');
  expect(addressOf()).toBe('/other?page=5');
  const beside = await listAt('/list?page=2', DataTable);
  await beside.press('.pager button:last-child');
  expect([beside.asked()[0], beside.addressOf()]).toEqual([2, '/list?page=2']);
});
