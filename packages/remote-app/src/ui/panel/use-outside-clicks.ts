import { useTimeoutFn } from '@vueuse/core';
import { readonly, ref, watch, type Ref } from 'vue';

/** The second click of a double click comes within this time, in milliseconds. */
const DOUBLE_CLICK_MS = 500;

/**
 * Whether a click beside a panel closes it. The second click of the double click that opened it
 * does not.
 *
 * @param open whether the panel is open
 */
export function useOutsideClicks(open: () => boolean): Readonly<Ref<boolean>> {
  const count = ref(false);
  const { start, stop } = useTimeoutFn(() => (count.value = true), DOUBLE_CLICK_MS, { immediate: false });
  watch(
    open,
    (isOpen) => {
      stop();
      count.value = false;
      if (isOpen) start();
    },
    { immediate: true },
  );
  return readonly(count);
}
