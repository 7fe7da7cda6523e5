import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { ElSelect } from 'element-plus/es/components/select/index.mjs';
import { mountPage } from '@/shared/testing/mount-page.ts';
import OperationView from '../components/OperationView.vue';
import messages from '../i18n/en-US.ts';
import Documents from './list.vue';

const document = {
  paths: {
    '/item/{id}': { get: { summary: 'Reads one item' } },
    '/item': { post: { summary: 'Adds an item' } },
  },
};

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(query = '') {
  const raw = vi.fn(async (_request: { url: string }) => ({ status: 200, data: document }));
  const get = vi.fn(async () => [{ name: 'platform' }, { name: 'my app' }]);
  const mounted = await mountPage(Documents, {
    messages: { docs: messages },
    http: { get, raw } as never,
    at: `/docs${query}`,
  });
  unmount = () => mounted.page.unmount();
  const { page, router } = mounted;
  const lines = () =>
    page
      .findAll('summary')
      .map((line) => [...line.element.children].map((part) => part.textContent).join(' '));
  const asked = () => raw.mock.calls.map(([{ url }]) => url);
  const toggle = async (at: number, open: boolean) => {
    const details = page.findAll<HTMLDetailsElement>('.docs-list details')[at];
    if (!details) throw new Error(`There is no operation ${at}.`);
    details.element.open = open;
    await details.trigger('toggle');
    await flushPromises();
  };
  const inAddress = () => router.currentRoute.value.query['operation'];
  return { ...mounted, lines, asked, toggle, inAddress };
}

it('lists the operations of the platform at first', async () => {
  const { page, lines, asked } = await shown();
  expect(asked()).toEqual(['/v3/api-docs/platform']);
  expect(lines()).toEqual(['POST /item Adds an item', 'GET /item/{id} Reads one item']);
  expect(page.findComponent(OperationView).exists()).toBe(false);
});

it.each([
  ['READS', ['GET /item/{id} Reads one item']],
  ['post /item', ['POST /item Adds an item']],
  ['nowhere', []],
])('finds operations by %s', async (search, found) => {
  const { page, lines } = await shown(`?search=${encodeURIComponent(search)}`);
  expect(lines()).toEqual(found);
  expect(page.text().includes(messages.none)).toBe(found.length === 0);
});

it('shows an operation where it is opened, and keeps it in the address', async () => {
  const { page, toggle, inAddress } = await shown();
  await toggle(0, true);
  await vi.waitFor(() => expect(inAddress()).toBe('POST /item'));
  expect(page.findComponent(OperationView).props('operation')).toMatchObject({ path: '/item' });
  await toggle(1, false);
  expect(inAddress()).toBe('POST /item');
  await toggle(0, false);
  await vi.waitFor(() => expect(inAddress()).toBeUndefined());
  expect(page.findComponent(OperationView).exists()).toBe(false);
});

it('opens the operation that an address names, also with parameters as routes write them', async () => {
  const { page } = await shown('?operation=GET%20/item/:id');
  const opened = page.findAll<HTMLDetailsElement>('.docs-list details').map(({ element }) => element.open);
  expect(opened).toEqual([false, true]);
  expect(page.findComponent(OperationView).props('operation')).toMatchObject({ path: '/item/{id}' });
});

it('shows the operations of an application, and leaves the operation before', async () => {
  const { page, router, asked, inAddress } = await shown('?operation=POST%20/item');
  page.findComponent(ElSelect).vm.$emit('update:modelValue', 'my app');
  await vi.waitFor(() => expect(asked().at(-1)).toBe('/v3/api-docs/my%20app'));
  await vi.waitFor(() => expect(router.currentRoute.value.query['group']).toBe('my app'));
  expect(inAddress()).toBeUndefined();
  page.findComponent(ElSelect).vm.$emit('update:modelValue', 'platform');
  await vi.waitFor(() => expect(asked().at(-1)).toBe('/v3/api-docs/platform'));
  await vi.waitFor(() => expect(router.currentRoute.value.query['group']).toBeUndefined());
});
