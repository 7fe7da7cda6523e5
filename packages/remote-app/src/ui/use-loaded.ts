import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue';

/** What a page asks the server for as a whole. */
export interface Loaded<T> {
  /** The last answer; undefined before the first. */
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** What the last question failed with. */
  readonly error: Readonly<ShallowRef<Error | undefined>>;
  readonly loading: Readonly<Ref<boolean>>;
  readonly load: () => Promise<void>;
  /** Forgets the answer, before something else is asked for. */
  readonly clear: () => void;
}

/**
 * One thing from the server. Only the answer to the last question counts, and after an error the answer that was there stays.
 * Use within setup.
 * @param fetch asks the server; `signal` aborts when the answer is no longer wanted
 */
export function useLoaded<T>(fetch: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const data = shallowRef<T>();
  const error = shallowRef<Error>();
  const loading = ref(false);
  let running: AbortController | undefined;

  async function load(): Promise<void> {
    running?.abort();
    const question = (running = new AbortController());
    loading.value = true;
    try {
      const answer = await fetch(question.signal);
      if (question.signal.aborted) return;
      data.value = answer;
      error.value = undefined;
    } catch (failure) {
      if (!question.signal.aborted) error.value = failure as Error;
    } finally {
      if (running === question) loading.value = false;
    }
  }

  function clear(): void {
    data.value = undefined;
    error.value = undefined;
  }

  onScopeDispose(() => running?.abort());
  return { data, error, loading, load, clear };
}
