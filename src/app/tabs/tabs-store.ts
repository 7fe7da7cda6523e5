import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
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
  icon?: string | null;
  appCode?: string | null;
  /** Keep the page alive while another is shown. */
  cache: boolean;
  unsaved: boolean;
  /** A mark set by the page. */
  mark?: PageMark;
  /** Incremented to rebuild the page. */
  revision: number;
}

export type NewTab = Omit<Tab, 'unsaved' | 'mark' | 'revision'>;

export const homeKey = '/';

/** The open tabs, in order. The first page of the shell stays open. */
export const useTabsStore = defineStore('tabs', () => {
  const tabs = ref<Tab[]>([]);
  const active = ref<string>();

  const unsaved = computed(() => tabs.value.some((tab) => tab.unsaved));
  const find = (key: string) => tabs.value.find((tab) => tab.key === key);

  /** Opens a tab at the end or updates the existing one, and activates it. */
  function open(tab: NewTab) {
    const existing = find(tab.key);
    if (existing) Object.assign(existing, { ...tab, title: existing.title ?? tab.title });
    else if (tab.key === homeKey) tabs.value.unshift({ ...tab, unsaved: false, revision: 0 });
    else tabs.value.push({ ...tab, unsaved: false, revision: 0 });
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

  const othersOf = (key: string) =>
    tabs.value.map((tab) => tab.key).filter((other) => other !== key && other !== homeKey);
  const rightOf = (key: string) =>
    tabs.value.slice(tabs.value.findIndex((tab) => tab.key === key) + 1).map((tab) => tab.key);

  /** Rebuilds a tab's page, which discards its input. */
  function refresh(key: string) {
    const tab = find(key);
    if (tab) Object.assign(tab, { revision: tab.revision + 1, unsaved: false, mark: undefined });
  }

  function setTitle(key: string, title: string) {
    const tab = find(key);
    if (tab) tab.title = title;
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
    refresh,
    setTitle,
    setUnsaved,
    setMark,
    $reset,
  };
});
