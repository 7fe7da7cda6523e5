import { useDocumentVisibility } from '@vueuse/core';
import { computed, onActivated, onDeactivated, ref, watch } from 'vue';
import { useRuntime } from '../runtime.ts';

/** Seconds between two refreshes; 0 for none. */
export const INTERVALS = [0, 30, 60, 300] as const;

/** Refreshes at an interval while the page is visible. */
export function useAutoRefresh(refresh: () => Promise<void>) {
  const { settings } = useRuntime();
  const visibility = useDocumentVisibility();
  const inFront = ref(true);
  const seconds = ref(settings.get<number>('refresh', 60));
  const seen = computed(() => inFront.value && visibility.value === 'visible');
  const refreshedAt = ref(Date.now());

  async function now(): Promise<void> {
    await refresh();
    refreshedAt.value = Date.now();
  }

  watch(
    [seen, seconds],
    (_now, _before, onCleanup) => {
      if (!seen.value || seconds.value === 0) return;
      const interval = seconds.value * 1000;
      if (Date.now() - refreshedAt.value >= interval) void now();
      const timer = setInterval(() => void now(), interval);
      onCleanup(() => clearInterval(timer));
    },
    { immediate: true },
  );
  watch(seconds, (chosen) => settings.set('refresh', chosen));
  onActivated(() => (inFront.value = true));
  onDeactivated(() => (inFront.value = false));

  return { seconds, refreshedAt, now };
}
