import { shallowRef } from 'vue';
import type * as Words from './failure-words.ts';

const words = shallowRef<typeof Words>();
let loading: Promise<unknown> | undefined;

/** Fetches the words, which the first page of a shell has no use for. Never throws. */
export function loadChineseWords(): Promise<unknown> {
  loading ??= import('./failure-words.ts').then(
    (loaded) => (words.value = loaded),
    // A connection that is lost now is there for a later failure.
    () => (loading = undefined),
  );
  return loading;
}

/** Chinese words for failures of the host; undefined until they are fetched, and reactive. */
export function chineseWords(): typeof Words | undefined {
  void loadChineseWords();
  return words.value;
}
