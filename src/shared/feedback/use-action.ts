import type { Ref, ShallowRef } from 'vue';
import { ref, shallowRef } from 'vue';
import { isAborted } from '../http/index.ts';

export interface Action<Args extends unknown[]> {
  readonly busy: Readonly<Ref<boolean>>;
  /** Why the last run failed. */
  readonly error: Readonly<ShallowRef<unknown>>;
  /** Runs the work unless it is running already; true when it succeeded. Never throws. */
  run: (...args: Args) => Promise<boolean>;
  clear: () => void;
}

/**
 * Work that a button starts: busy while it runs, not startable twice, its failure kept for the
 * page to show.
 */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>): Action<Args> {
  const busy = ref(false);
  const error = shallowRef<unknown>();
  return {
    busy,
    error,
    async run(...args) {
      if (busy.value) return false;
      busy.value = true;
      error.value = undefined;
      try {
        await work(...args);
        return true;
      } catch (failure) {
        if (!isAborted(failure)) error.value = failure;
        return false;
      } finally {
        busy.value = false;
      }
    },
    clear: () => (error.value = undefined),
  };
}
