import type { MaybeRefOrGetter, Ref } from 'vue';
import { onScopeDispose, ref, toValue, watch } from 'vue';

/**
 * True once the source has been true for `delay` milliseconds, and false at once with it. Prevents
 * skeletons from flashing.
 */
export function useDelayed(source: MaybeRefOrGetter<boolean>, delay = 150): Readonly<Ref<boolean>> {
  const delayed = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(
    () => toValue(source),
    (active) => {
      clearTimeout(timer);
      if (active) timer = setTimeout(() => (delayed.value = true), delay);
      else delayed.value = false;
    },
    { immediate: true },
  );
  onScopeDispose(() => clearTimeout(timer));
  return delayed;
}
