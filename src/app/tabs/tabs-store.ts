import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { NamedMenu } from '@/shared/menus/menu-names.ts';
import type { PageMark } from '@/shared/page';

/**
 * An open page. `key` is its path without query; the same page with another query stays the same
 * tab.
 */
export interface Tab {
  key: string;
  fullPath: string;
  /** Menu key, for the translated name; absent for pages without a menu. */
  menuKey?: string;
  title?: string;
  titleKey?: string;
  /** Menu whose icon it shows: its own, its application's, or that of the page above. */
  iconMenu?: { readonly menuKey: string; readonly icon: string | null };
  appCode?: string | null;
  /** Directory or page above, to tell tabs of the same title apart. */
  within?: NamedMenu;
  /** Keep the page alive while another is shown. */
  cache: boolean;
  unsaved: boolean;
  /** Stands before the others, and is closed only by itself. */
  pinned: boolean;
  /** A mark set by the page. */
  mark?: PageMark;
  /** Incremented to rebuild the page. */
  revision: number;
}

export type NewTab = Omit<Tab, 'unsaved' | 'mark' | 'revision' | 'pinned'>;

export const homeKey = '/';

const fresh = { unsaved: false, pinned: false, revision: 0 };

/** The open tabs, in order. The first page of the shell stays open. */
export const useTabsStore = defineStore('tabs', () => {
  const tabs = ref<Tab[]>([]);
  const active = ref<string>();
  /** The title that a page without a tab, such as a refusal, has given itself. */
  const passing = shallowRef<{ key: string; title: string }>();

  const unsaved = computed(() => tabs.value.some((tab) => tab.unsaved));
  const find = (key: string) => tabs.value.find((tab) => tab.key === key);

  /** Opens a tab at the end or updates the existing one, and activates it. */
  function open(tab: NewTab) {
    const existing = find(tab.key);
    if (existing) Object.assign(existing, { ...tab, title: existing.title ?? tab.title });
    else if (tab.key === homeKey) tabs.value.unshift({ ...tab, ...fresh });
    else tabs.value.push({ ...tab, ...fresh });
    active.value = tab.key;
  }

  /** Closes tabs. Returns the path to show next; undefined if the active tab is still open. */
  function close(keys: readonly string[]): string | undefined {
    const closing = new Set(keys.filter((key) => key !== homeKey));
    const index = tabs.value.findIndex((tab) => tab.key === active.value);
    const staying = (tab: Tab): boolean => !closing.has(tab.key);
    const next = tabs.value.slice(index).find(staying) ?? tabs.value.findLast(staying);
    tabs.value = tabs.value.filter(staying);
    return active.value !== undefined && closing.has(active.value) ? (next?.fullPath ?? homeKey) : undefined;
  }

  const indexOf = (key: string) => tabs.value.findIndex((tab) => tab.key === key);
  /** Those of them that are closed with others. */
  const loose = (some: readonly Tab[]) =>
    some.filter((tab) => tab.key !== homeKey && !tab.pinned).map((tab) => tab.key);
  const othersOf = (key: string) => loose(tabs.value.filter((tab) => tab.key !== key));
  const rightOf = (key: string) => loose(tabs.value.slice(indexOf(key) + 1));
  const closable = () => loose(tabs.value);

  /** Puts a tab behind the last pinned one, pinned or not any more. */
  function setPinned(key: string, pinned: boolean) {
    const tab = find(key);
    if (!tab || key === homeKey || tab.pinned === pinned) return;
    const others = tabs.value.filter((other) => other !== tab);
    tab.pinned = pinned;
    const place = others.findLastIndex((other) => other.key === homeKey || other.pinned) + 1;
    tabs.value = others.toSpliced(place, 0, tab);
  }

  /** Whether a tab may stand where another does: pinned ones stay before the rest. */
  const mayStandAt = (key: string, index: number): boolean => {
    const place = tabs.value[index];
    return (
      place !== undefined && key !== homeKey && place.key !== homeKey && place.pinned === find(key)?.pinned
    );
  };

  /** Moves a tab to the place of another. @returns whether it may stand there */
  function move(key: string, index: number): boolean {
    const tab = find(key);
    if (!tab || !mayStandAt(key, index)) return false;
    tabs.value = tabs.value.filter((other) => other !== tab).toSpliced(index, 0, tab);
    return true;
  }

  /** Rebuilds a tab's page, which discards its input. */
  function refresh(key: string) {
    const tab = find(key);
    if (tab) Object.assign(tab, { revision: tab.revision + 1, unsaved: false, mark: undefined });
  }

  function setTitle(key: string, title: string) {
    const tab = find(key);
    if (tab) tab.title = title;
    else passing.value = { key, title };
  }

  /** The tab of a page, or the page as it names itself where it has none. */
  function of(page: NewTab): NewTab {
    const { key, title } = passing.value ?? {};
    return find(page.key) ?? (key === page.key ? { ...page, title } : page);
  }

  function setUnsaved(key: string, value: boolean) {
    const tab = find(key);
    if (tab) tab.unsaved = value;
  }

  function setMark(key: string, mark: PageMark | undefined) {
    const tab = find(key);
    if (tab) tab.mark = mark;
  }

  function $reset() {
    tabs.value = [];
    active.value = undefined;
    passing.value = undefined;
  }

  return {
    tabs,
    active,
    unsaved,
    find,
    open,
    close,
    othersOf,
    rightOf,
    closable,
    indexOf,
    setPinned,
    mayStandAt,
    move,
    refresh,
    setTitle,
    of,
    setUnsaved,
    setMark,
    $reset,
  };
});
