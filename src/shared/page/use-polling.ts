import { useDocumentVisibility } from '@vueuse/core';
import {
  onActivated,
  onDeactivated,
  onScopeDispose,
  ref,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type WatchSource,
} from 'vue';

/**
 * Repeats work while the source is true and the page is in sight: neither behind another tab of the
 * shell nor in a hidden window. Runs never overlap.
 */
export function usePolling(
  active: WatchSource<boolean>,
  work: () => Promise<unknown> | undefined,
  interval: MaybeRefOrGetter<number> = 1_000,
): void {
  const visibility = useDocumentVisibility();
  const kept = ref(true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;

  function plan(): void {
    clearTimeout(timer);
    if (!wanted || !kept.value || visibility.value !== 'visible') return;
    timer = setTimeout(() => void Promise.resolve(work()).finally(plan), toValue(interval));
  }

  watch(
    active,
    (value) => {
      wanted = value;
      plan();
    },
    { immediate: true },
  );
  watch([kept, visibility, () => toValue(interval)], plan);
  onActivated(() => (kept.value = true));
  onDeactivated(() => (kept.value = false));
  onScopeDispose(() => {
    wanted = false;
    clearTimeout(timer);
  });
}
