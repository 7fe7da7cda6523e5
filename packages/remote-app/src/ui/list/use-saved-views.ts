import type { SavedView, TableSettings } from '@platform/remote-app';
import { computed, nextTick, type ComputedRef, type Ref } from 'vue';
import type { Filters, Sort } from './data-table.ts';
import { renamed, stateOf, viewOf, withView } from './saved-views.ts';

/** Most views of one list; the server refuses more. */
const MOST = 20;

export interface SavedViews {
  readonly all: ComputedRef<readonly SavedView[]>;
  readonly current: ComputedRef<SavedView | undefined>;
  /** Whether the list is as it comes: without filters, in its own order. */
  readonly plain: ComputedRef<boolean>;
  /** Whether what is shown can be saved. */
  readonly savable: ComputedRef<boolean>;
  readonly save: (name: string) => void;
  readonly remove: (view: SavedView) => void;
  /** In its place; another view of that name goes. */
  readonly rename: (view: SavedView, name: string) => void;
  /** Shows a view; the plain list when omitted. */
  readonly show: (view?: SavedView) => Promise<void>;
}

/** Views of a list, kept per person; which one is shown follows from filters and order. */
export function useSavedViews(options: {
  readonly id: string;
  readonly tables: TableSettings;
  readonly filters: Ref<Filters>;
  readonly order: () => Sort | undefined;
  readonly initial: Sort | undefined;
  readonly orderBy: (sort: Sort | undefined) => void;
}): SavedViews {
  const { id, tables, filters, order, initial, orderBy } = options;
  const all = computed(() => tables.views?.[id] ?? []);
  const state = computed(() => stateOf(filters.value, order()));
  const plain = computed(() => viewOf([{ name: '', ...stateOf({}, initial) }], state.value) !== undefined);
  const current = computed(() => viewOf(all.value, state.value));
  const keep = (views: SavedView[]): void => {
    if (tables.views) tables.views[id] = views;
  };
  return {
    all,
    current,
    plain,
    savable: computed(
      () => tables.views !== undefined && !plain.value && !current.value && all.value.length < MOST,
    ),
    save: (name) => keep(withView(all.value, { name, ...state.value })),
    remove: (view) => keep(all.value.filter((other) => other !== view)),
    rename: (view, name) => keep(renamed(all.value, view, name)),
    async show(view) {
      const none = Object.fromEntries(Object.keys(filters.value).map((name) => [name, undefined]));
      filters.value = { ...none, ...view?.filters };
      // The page around the table has the filters then, so that one request has filters and order.
      await nextTick();
      orderBy(view ? view.sort : initial);
    },
  };
}
