import { useEventListener } from '@vueuse/core';
import type { Ref } from 'vue';
import { computed, inject, onScopeDispose, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { routerKey } from 'vue-router';
import { confirmKey } from '../feedback/index.ts';
import { usePage } from '../page/index.ts';

/**
 * Keeps what was typed in a drawer or dialog: closing it, another page and a reload ask first. What the draft holds when it
 * opens, once its page has filled it, counts as unchanged.
 *
 * @param draft what is edited, as plain data; undefined: nothing can be lost
 */
export function useInputGuard(open: Ref<boolean>, draft: () => unknown) {
  const { t } = useI18n();
  const page = usePage();
  // Neither is there where a panel without a draft is shown alone.
  const confirm = inject(confirmKey, undefined);
  const router = inject(routerKey, undefined);
  const print = () => JSON.stringify(draft());
  const opened = ref<string>();
  const unsaved = computed(() => open.value && opened.value !== undefined && print() !== opened.value);

  watch(open, (isOpen) => (opened.value = isOpen ? print() : undefined), { flush: 'post', immediate: true });

  async function mayClose(): Promise<boolean> {
    if (!unsaved.value || !confirm) return true;
    return confirm.ask({
      title: t('shared.unsaved.title'),
      consequences: [t('shared.unsaved.text')],
      action: t('shared.unsaved.action'),
      danger: true,
    });
  }

  /** For `before-close` of the library's panels. */
  async function close(done: () => void = () => (open.value = false)): Promise<void> {
    if (await mayClose()) done();
  }

  let leaveGuard: (() => void) | undefined;
  watch(unsaved, (holds) => {
    page.setUnsaved(holds);
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
