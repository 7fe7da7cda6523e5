import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { useHttp } from '@/shared/http';
import type { MenuNode } from './menu.ts';
import { firstByComponent, firstPageOfEach, pagesOf, placeMenus, visibleMenus } from './menu.ts';

/** The menus of the signed-in user. */
export const useMenusStore = defineStore('menus', () => {
  const http = useHttp();
  const nodes = shallowRef<readonly MenuNode[]>();
  /** Menus of earlier loads by key: a tab of a removed menu keeps its name. */
  const former = new Map<string, MenuNode>();

  const menus = computed(() => placeMenus(nodes.value ?? []));
  const visible = computed(() => visibleMenus(menus.value));
  const pages = computed(() => pagesOf(menus.value));
  const firstPages = computed(() => firstPageOfEach(visible.value));
  const byComponent = computed(() => firstByComponent(pages.value));
  const byKey = computed(() => new Map(pages.value.map(({ node }) => [node.menuKey, node])));

  /** `anonymous` throws a 401 at once, because no page with work to keep exists yet. */
  async function load(anonymous = false) {
    const loaded = await http.get<MenuNode[]>('/system/menu/getRouters', { anonymous });
    // The first load has nothing to keep, and indexing thousands of menus delays the first page.
    for (const { node } of pages.value) former.set(node.menuKey, node);
    nodes.value = loaded;
  }

  /** The first visible page of an application. */
  function firstPageOf(appCode: string) {
    return firstPages.value.get(appCode);
  }

  /** A menu by its key, also after it was removed. */
  function nodeOf(menuKey: string): MenuNode | undefined {
    return byKey.value.get(menuKey) ?? former.get(menuKey);
  }

  function $reset() {
    nodes.value = undefined;
    former.clear();
  }

  return { nodes, nodeOf, menus, visible, pages, byComponent, load, firstPageOf, $reset };
});
