import { useUnsavedInput } from '@platform/remote-app';
import { useEventListener } from '@vueuse/core';
import type { Ref } from 'vue';
import { computed, inject, onScopeDispose, ref, watch } from 'vue';
import { routerKey } from 'vue-router';
import { useText } from '../services/use-text.ts';
import { useUi } from '../services/use-ui.ts';

/**
 * Protects input in a drawer or dialog: closing it, leaving the page and reloading ask first. The
 * draft counts as unchanged as the page has filled it on opening.
 *
 * @param draft the edited data; undefined where nothing can be lost
 */
export function useInputGuard(open: Ref<boolean>, draft: () => unknown) {
  const text = useText();
  const { confirm } = useUi();
  const router = inject(routerKey, undefined);
  const print = () => JSON.stringify(draft());
  const opened = ref<string>();
  const unsaved = computed(() => open.value && opened.value !== undefined && print() !== opened.value);

  watch(open, (isOpen) => (opened.value = isOpen ? print() : undefined), { flush: 'post', immediate: true });

  async function mayClose(): Promise<boolean> {
    if (!unsaved.value) return true;
    const question = { title: text('discardTitle'), text: text('discardText'), confirmText: text('discard') };
    return confirm({ ...question, type: 'danger' });
  }

  /** For `before-close` of Element Plus's panels. */
  async function close(done: () => void = () => (open.value = false)): Promise<void> {
    if (await mayClose()) done();
  }

  useUnsavedInput(unsaved);
  let leaveGuard: (() => void) | undefined;
  watch(unsaved, (holds) => {
    leaveGuard?.();
    leaveGuard = holds
      ? router?.beforeEach(async (to, from) => {
          if (to.path === from.path) return true;
          if (!(await mayClose())) return false;
          open.value = false;
          return true;
        })
      : undefined;
  });
  onScopeDispose(() => leaveGuard?.());
  useEventListener(window, 'beforeunload', (event) => {
    if (unsaved.value) event.preventDefault();
  });

  return { unsaved, close };
}
