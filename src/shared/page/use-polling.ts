import { onActivated, onDeactivated, onScopeDispose, watch, type WatchSource } from 'vue';

/** Repeats work while the source is true and the page is visible. Runs never overlap. */
export function usePolling(
  active: WatchSource<boolean>,
  work: () => Promise<unknown>,
  interval = 1_000,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  let inSight = true;

  function plan(): void {
    clearTimeout(timer);
    if (!wanted || !inSight) return;
    timer = setTimeout(() => void work().finally(plan), interval);
  }

  watch(
    active,
    (value) => {
      wanted = value;
      plan();
    },
    { immediate: true },
  );
  onActivated(() => {
    inSight = true;
    plan();
  });
  onDeactivated(() => {
    inSight = false;
    plan();
  });
  onScopeDispose(() => {
    wanted = false;
    clearTimeout(timer);
  });
}
