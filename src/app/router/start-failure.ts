import type { Ref, ShallowRef } from 'vue';
import { ref, shallowRef } from 'vue';
import type { Router } from 'vue-router';

/** Why the first page could not be reached; later failures leave the page that is there and are told in a notice. */
export interface StartFailureState {
  readonly error: Readonly<ShallowRef<unknown>>;
  readonly busy: Readonly<Ref<boolean>>;
  /** True when the failure was the first page's, and is kept here. */
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
