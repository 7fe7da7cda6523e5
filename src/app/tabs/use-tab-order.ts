import { nextTick, ref, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useTabsStore } from './tabs-store.ts';

/**
 * Moves tabs by drag and by Alt with an arrow. A pinned tab stays among the pinned ones.
 *
 * @param list the element with an element for each tab
 * @returns `moved` tells a screen reader where a tab stands now
 */
export function useTabOrder(list: Readonly<Ref<HTMLElement | null>>, nameOf: (key: string) => string) {
  const { t } = useI18n();
  const tabs = useTabsStore();
  const dragged = ref<string>();
  const moved = ref('');

  /** The browser takes the focus from an element that moves. */
  async function step(key: string, by: number, refocus: boolean) {
    const to = tabs.indexOf(key) + by;
    if (!tabs.move(key, to)) return;
    moved.value = t('shared.tree.moved', { name: nameOf(key), place: to + 1, count: tabs.tabs.length });
    await nextTick();
    if (refocus) list.value?.children[to]?.querySelector('a')?.focus();
  }

  return {
    dragged,
    moved,
    move: (key: string, by: number) => void step(key, by, false),
    onKey(event: KeyboardEvent, key: string) {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
      // Alt with an arrow goes back in the history of some browsers.
      event.preventDefault();
      void step(key, by, true);
    },
    start(event: DragEvent, key: string) {
      dragged.value = key;
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer?.setData('text/plain', nameOf(key));
    },
    /**
     * The tab goes where the pointer is at once, so that one sees the order before it is let go.
     */
    over(event: DragEvent, key: string) {
      if (dragged.value === undefined) return;
      const to = tabs.indexOf(key);
      if (!tabs.mayStandAt(dragged.value, to)) return;
      event.preventDefault();
      if (key !== dragged.value) tabs.move(dragged.value, to);
    },
    end: () => (dragged.value = undefined),
  };
}
