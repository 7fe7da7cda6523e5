import type { Ref, ShallowRef } from 'vue';
import { ref, shallowRef } from 'vue';
import type { Router } from 'vue-router';

/** Why the first page failed to load. Later failures keep the current page and show a notice. */
export interface StartFailureState {
  readonly error: Readonly<ShallowRef<unknown>>;
  readonly busy: Readonly<Ref<boolean>>;
  /** Records a failure of the first page; false for later ones. */
  take(error: unknown): boolean;
  retry(): Promise<void>;
}

export function createStartFailure(router: Router, wanted: () => string): StartFailureState {
  const error = shallowRef<unknown>();
  const busy = ref(false);
  return {
    error,
    busy,
    take(failure) {
      if (router.currentRoute.value.matched.length > 0) return false;
      error.value = failure;
      return true;
    },
    async retry() {
      busy.value = true;
      try {
        await router.replace(wanted());
        error.value = undefined;
      } catch (failure) {
        error.value = failure;
      } finally {
        busy.value = false;
      }
    },
  };
}
