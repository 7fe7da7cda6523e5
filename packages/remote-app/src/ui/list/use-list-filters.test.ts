import { flushPromises, mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { defineComponent, h, type Ref } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { withinSetup } from '../testing/within-setup.ts';
import { useListFilters } from './use-list-filters.ts';

type Values = Ref<{ name: string | undefined; status: number | undefined; low: boolean | undefined }>;

async function listAt(address: string) {
  const blank = defineComponent({ render: () => h('div') });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: ['/list', '/other'].map((path) => ({ path, component: blank })),
  });
  await router.push(address);
  let filters: Values | undefined;
  const page = defineComponent({
    setup() {
      filters = useListFilters({ name: String, status: Number, low: Boolean }, { name: 'title' });
      return () => h('div');
    },
  });
  mount(page, { global: { plugins: [router] } });
  return { router, filters: filters as Values };
}

it('reads filters from the address, each in its type', async () => {
  const { filters } = await listAt('/list?name=12&status=0&low=true&other=x');
  expect(filters.value).toEqual({ name: '12', status: 0, low: true });
  expect((await listAt('/list?status=x&low=false')).filters.value).toEqual({
    name: undefined,
    status: undefined,
    low: undefined,
  });
});

it('writes filters into the address, keeps the rest, and removes empty ones', async () => {
  const { router, filters } = await listAt('/list?task=7&name=a');
  filters.value.status = 1;
  filters.value.name = '';
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/list?task=7&status=1');
});

it('takes a filter by its former name, too, and writes the present one', async () => {
  const { router, filters } = await listAt('/list?title=ada');
  expect(filters.value.name).toBe('ada');
  filters.value.name = 'adam';
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/list?name=adam');
  await router.push('/list?title=bob');
  await flushPromises();
  expect(filters.value.name).toBe('bob');
  filters.value.name = undefined;
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/list');
});

it('follows the address when the user goes back', async () => {
  const { router, filters } = await listAt('/list');
  await router.push('/list?name=ada');
  await flushPromises();
  expect(filters.value.name).toBe('ada');
});

it('keeps typed text while the address changes', async () => {
  const { router, filters } = await listAt('/list');
  filters.value.name = 'h';
  await Promise.resolve();
  filters.value.name = 'he';
  await flushPromises();
  expect([filters.value.name, router.currentRoute.value.query['name']]).toEqual(['he', 'he']);
});

it("leaves another page's address alone while kept alive", async () => {
  const { router, filters } = await listAt('/list?name=a');
  await router.push('/other?name=b');
  await flushPromises();
  expect(filters.value.name).toBe('a');
  filters.value.name = 'c';
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/other?name=b');
});

it('keeps filters in memory without a router', () => {
  const { result } = withinSetup(() => useListFilters({ name: String }));
  result.value.name = 'a';
  expect(result.value).toEqual({ name: 'a' });
});
