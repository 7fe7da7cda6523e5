import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef } from 'vue';
import { useHttp } from '@/shared/http';
import type { MenuNode } from './menu.ts';
import { firstByComponent, firstPageOfEach, pagesOf, placeMenus, visibleMenus } from './menu.ts';

/** The menus of the person who is logged in. */
export const useMenusStore = defineStore('menus', () => {
  const http = useHttp();
  const nodes = shallowRef<readonly MenuNode[]>();
  /** By key, with those that have gone: a tab that is open still has its name. */
  const known = shallowReactive(new Map<string, MenuNode>());

  const menus = computed(() => placeMenus(nodes.value ?? []));
  const visible = computed(() => visibleMenus(menus.value));
  const pages = computed(() => pagesOf(menus.value));
  const firstPages = computed(() => firstPageOfEach(visible.value));
  const byComponent = computed(() => firstByComponent(pages.value));

  /** `anonymous`: a 401 is thrown at once, because there is no page yet whose work a dialog could keep. */
  async function load(anonymous = false) {
    nodes.value = await http.get<MenuNode[]>('/system/menu/getRouters', { anonymous });
    for (const { node } of pages.value) known.set(node.menuKey, node);
  }

  /** The first visible page of an application. */
  function firstPageOf(appCode: string) {
    return firstPages.value.get(appCode);
  }

  function $reset() {
    nodes.value = undefined;
    known.clear();
  }

  return { nodes, known, menus, visible, pages, byComponent, load, firstPageOf, $reset };
});
