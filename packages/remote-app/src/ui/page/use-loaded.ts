import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef, type WatchSource } from 'vue';

/** Data of a page or panel. */
export interface Loaded<T> {
  /** The last response; undefined before the first. */
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** Why the last request failed; the data before it stays. */
  readonly error: Readonly<ShallowRef<Error | undefined>>;
  readonly loading: Readonly<Ref<boolean>>;
  /** Loads again and keeps the current data until the new data arrives. Never rejects. */
  readonly reload: () => Promise<void>;
  /**
   * `reload`; taking it before the first request leaves that request to the caller.
   * @deprecated Use `reload`, with `lazy` where the first request has to wait.
   */
  readonly load: () => Promise<void>;
  /** Drops the data, for example before another record is loaded. */
  readonly clear: () => void;
}

/**
 * Loads data at once and whenever `source` changes. A new request aborts the one before it. Use
 * within setup.
 *
 * @param load requests the data; `signal` aborts when the response is no longer needed
 * @param options `lazy` leaves the first request to `reload`
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  source?: WatchSource,
  { lazy = false }: { lazy?: boolean } = {},
): Loaded<T> {
  const data = shallowRef<T>();
  const error = shallowRef<Error>();
  let first = !lazy;
  const loading = ref(first);
  let running: AbortController | undefined;

  async function reload(): Promise<void> {
    first = false;
    running?.abort();
    const controller = (running = new AbortController());
    loading.value = true;
    try {
      const result = await load(controller.signal);
      if (controller.signal.aborted) return;
      data.value = result;
      error.value = undefined;
    } catch (failure) {
      if (!controller.signal.aborted) error.value = failure as Error;
    } finally {
      if (running === controller) loading.value = false;
    }
  }

  function clear(): void {
    data.value = undefined;
    error.value = undefined;
  }

  // The first request starts after the setup of the page, which may take `load`.
  if (first) queueMicrotask(() => first && void reload());
  if (source) watch(source, () => void reload());
  onScopeDispose(() => {
    first = false;
    running?.abort();
  });
  return {
    ...{ data, error, loading, reload, clear },
    get load() {
      if (first) loading.value = false;
      first = false;
      return reload;
    },
  };
}
