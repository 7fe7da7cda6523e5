import { onActivated } from 'vue';

/** Runs work whenever a kept-alive page is shown again, but not the first time. */
export function useReturn(work: () => unknown): void {
  let shown = false;
  onActivated(() => {
    if (shown) void work();
    shown = true;
  });
}
