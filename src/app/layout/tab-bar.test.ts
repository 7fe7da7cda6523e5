import { flushPromises } from '@vue/test-utils';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { h } from 'vue';
import { menuNode } from '../menus/testing/menu-node.ts';
import { mountFrame } from '../testing/mount-frame.ts';
import { useTabsStore } from '../tabs/tabs-store.ts';
import { tabOf } from '../tabs/use-route-tab.ts';
import menuIcon from '@/shared/menus/MenuIcon.vue?raw';
import appIcon from '@/shared/ui/AppIcon.vue?raw';
import type { Tab } from '../tabs/tabs-store.ts';
import TabBar from './TabBar.vue';
import TabItem from './TabItem.vue';
import tabItem from './TabItem.vue?raw';

beforeEach(() => localStorage.clear());

const page = (menuKey: string, name: string, path: string) => menuNode({ menuKey, name, path, icon: 'Page' });
const menus = [
  menuNode({
    menuKey: 'hello:root',
    name: 'Hello',
    path: '/hello',
    type: 'M',
    icon: 'Star',
    children: [page('hello:items', 'Items', 'items')],
  }),
  menuNode({
    menuKey: 'mall:root',
    name: 'Mall',
    path: '/mall',
    type: 'M',
    children: [page('mall:items', 'Items', 'items')],
  }),
  page('host:tasks', 'Tasks', '/tasks'),
];

const rulesOf = (component: string): string => /<style scoped>(.*)<\/style>/s.exec(component)?.[1] ?? '';

/** Everything that makes a line wider. */
function roomOf(element: Element) {
  const { width, flexShrink, marginInline } = getComputedStyle(element);
  return { width, flexShrink, marginInline };
}

async function bar() {
  const { wrapper, router } = await mountFrame(() => h(TabBar), { menus });
  const tabs = useTabsStore();
  for (const path of ['/', '/hello/items', '/tasks', '/mall/items']) tabs.open(tabOf(router.resolve(path)));
  tabs.setTitle('/', 'Dashboard');
  await flushPromises();
  return {
    tabs,
    wrapper,
    shown: () => wrapper.findAll('.tab a').map((link) => link.text()),
    link: (name: string) =>
      wrapper.findAll<HTMLAnchorElement>('.tab a').find((link) => link.text() === name)!,
  };
}

it('finding 19: a tab has an icon, and two of one title say what they lie in', async () => {
  const { shown, wrapper } = await bar();
  expect(shown()).toEqual(['Dashboard', 'ItemsHello', 'Tasks', 'ItemsMall']);
  expect(wrapper.findAll('.tab a .tab__icon')).toHaveLength(4);
  expect(wrapper.findAll('.tab button').map((button) => button.attributes('aria-label'))).toEqual([
    'Close Items · Hello',
    'Close Tasks',
    'Close Items · Mall',
  ]);
});

it('finding 19: Alt with an arrow moves a tab, which keeps the focus and says its place', async () => {
  const { shown, link, wrapper } = await bar();
  link('Tasks').element.focus();
  await link('Tasks').trigger('keydown', { key: 'ArrowLeft' });
  expect(shown()[2]).toBe('Tasks');
  await link('Tasks').trigger('keydown', { key: 'ArrowLeft', altKey: true });
  await flushPromises();
  expect(shown()).toEqual(['Dashboard', 'Tasks', 'ItemsHello', 'ItemsMall']);
  expect(document.activeElement).toBe(link('Tasks').element);
  expect(wrapper.get('[role=status]').text()).toBe('Tasks is at place 2 of 4');
  await link('Tasks').trigger('keydown', { key: 'ArrowLeft', altKey: true });
  expect(shown()[0]).toBe('Dashboard');
});

it('finding 19: a tab is dragged to the place of another, but not before pinned ones', async () => {
  const { shown, wrapper, tabs } = await bar();
  tabs.setPinned('/hello/items', true);
  await flushPromises();
  const place = (index: number) => wrapper.findAll('.tab')[index]!;
  await place(3).trigger('dragstart');
  for (const over of [1, 2]) await place(over).trigger('dragover');
  await place(2).trigger('dragend');
  expect(shown()).toEqual(['Dashboard', 'ItemsHello', 'ItemsMall', 'Tasks']);
  await place(3).trigger('dragover');
  expect(shown().at(-1)).toBe('Tasks');
});

it('finding 19: a pinned tab has its pin in the place of the cross', async () => {
  const { wrapper, tabs } = await bar();
  tabs.setPinned('/tasks', true);
  await flushPromises();
  const unpin = wrapper.get('[aria-label="Unpin Tasks"]');
  expect(wrapper.find('[aria-label="Close Tasks"]').exists()).toBe(false);
  await unpin.trigger('click');
  expect(tabs.find('/tasks')?.pinned).toBe(false);
});

it('a tab that is widened by a mark stays in sight with its cross', async () => {
  const { tabs, wrapper } = await bar();
  const shown = vi.fn();
  wrapper.get<HTMLElement>('.tab--active').element.scrollIntoView = shown;
  tabs.setUnsaved(tabs.active ?? '', true);
  await flushPromises();
  expect(shown).toHaveBeenCalledOnce();
});

it('a tab keeps its width when the letter of its application becomes the icon', async () => {
  const style = document.createElement('style');
  // As in the build: the rules of a component come after those of its children.
  style.textContent = [appIcon, menuIcon, tabItem].map(rulesOf).join('');
  document.head.append(style);
  onTestFinished(() => style.remove());
  const tab: Tab = { key: '/x', fullPath: '/x', cache: true, unsaved: false, pinned: false, revision: 0 };
  const items = ['', 'Star'].map((icon) =>
    h(TabItem, {
      tab: { ...tab, appCode: 'x', iconMenu: { menuKey: 'x', icon } },
      title: 'X',
      active: false,
    }),
  );
  const { wrapper } = await mountFrame(() => h('div', items));
  await vi.waitUntil(() => wrapper.find('svg.tab__icon').exists());
  const [letter, icon] = wrapper.findAll('.tab__icon').map(({ element }) => element);
  expect(letter?.tagName).toBe('SPAN');
  expect(roomOf(letter!)).toEqual(roomOf(icon!));
});
