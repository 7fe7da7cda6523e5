import type { Ref, ShallowRef, WatchSource } from 'vue';
import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import { isAborted } from '../http/index.ts';

export interface Loaded<T> {
  readonly data: Readonly<ShallowRef<T | undefined>>;
  readonly error: Readonly<ShallowRef<unknown>>;
  readonly loading: Readonly<Ref<boolean>>;
  /** Loads again and keeps what is shown until the new data is there. */
  reload(): Promise<void>;
}

/**
 * Data of a page: loads at once and whenever `source` changes, gives up the request before, and never throws; a failure
 * is in `error` for the page to show with a retry.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, source?: WatchSource): Loaded<T> {
  const data = shallowRef<T>();
  const error = shallowRef<unknown>();
  const loading = ref(false);
  let running: AbortController | undefined;

  async function reload() {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    loading.value = true;
    try {
      const result = await load(controller.signal);
      if (running !== controller) return;
      data.value = result;
      error.value = undefined;
    } catch (failure) {
      if (running === controller && !isAborted(failure)) error.value = failure;
    } finally {
      if (running === controller) loading.value = false;
    }
  }

  if (source) watch(source, () => void reload());
  onScopeDispose(() => running?.abort());
  void reload();
  return { data, error, loading, reload };
}
