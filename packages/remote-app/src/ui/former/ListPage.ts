import { defineComponent, h, shallowRef, type Component } from 'vue';
import type { DataTableHandle } from '../list/data-table.ts';
import ListPage from '../list/ListPage.vue';
import PagedListPage from './PagedListPage.vue';

/**
 * A page that is one list. With the deprecated property `list`, a page around `usePagedList`.
 * Both have a component of their own, so that each keeps exact types of properties and slots.
 */
const either = defineComponent({
  name: 'ListPage',
  inheritAttrs: false,
  setup(_, { attrs, slots, expose }) {
    const table = shallowRef<Partial<DataTableHandle>>();
    expose({ reload: async () => table.value?.reload?.() });
    return () => {
      const page: unknown = 'list' in attrs ? PagedListPage : ListPage;
      return h(page as Component, { ...attrs, ref: table }, slots);
    };
  },
});

type Overloads<Page, FormerPage> = Page & FormerPage;

export default either as unknown as Overloads<typeof ListPage, typeof PagedListPage>;
