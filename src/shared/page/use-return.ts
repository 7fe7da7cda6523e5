import { onActivated } from 'vue';

/** Runs work each time a kept-alive page comes back into sight, not when it is first shown. */
export function useReturn(work: () => unknown): void {
  let shown = false;
  onActivated(() => {
    if (shown) void work();
    shown = true;
  });
}
