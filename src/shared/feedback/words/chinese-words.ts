import { shallowRef } from 'vue';
import type * as Words from './failure-words.ts';

const words = shallowRef<typeof Words>();

/** Fetches the words, which the first page of a shell has no use for. Never throws. */
export async function loadChineseWords(): Promise<void> {
  try {
    words.value ??= await import('./failure-words.ts');
  } catch {
    // A later failure asks again, when the connection may be back.
  }
}

/** Chinese words for failures of the host; undefined until they are fetched, and reactive. */
export function chineseWords(): typeof Words | undefined {
  if (!words.value) void loadChineseWords();
  return words.value;
}
