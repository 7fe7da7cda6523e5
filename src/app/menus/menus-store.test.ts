// @vitest-environment node
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import { expect, it } from 'vitest';
import { httpKey, type HttpClient } from '@/shared/http';
import { useMenusStore } from './menus-store.ts';
import { menuNode } from './testing/menu-node.ts';

it('a removed menu keeps its name for open tabs until the user logs out', async () => {
  let nodes = [
    menuNode({ menuKey: 'hello:item', path: '/hello', name: 'Items' }),
    menuNode({ menuKey: 'host:market', path: '/market' }),
  ];
  const app = createApp({}).use(createPinia());
  app.provide(httpKey, { get: async () => nodes } as unknown as HttpClient);
  const menus = app.runWithContext(() => useMenusStore());
  await menus.load();
  expect(menus.nodeOf('hello:item')?.name).toBe('Items');
  nodes = [menuNode({ menuKey: 'host:market', path: '/market', name: 'Renamed' })];
  await menus.load();
  expect([menus.nodeOf('hello:item')?.name, menus.nodeOf('host:market')?.name]).toEqual(['Items', 'Renamed']);
  expect(menus.pages.map(({ node }) => node.menuKey)).toEqual(['host:market']);
  menus.$reset();
  expect(menus.nodeOf('hello:item')).toBeUndefined();
});
