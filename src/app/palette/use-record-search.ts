import { TYPING_PAUSE } from '@platform/remote-app/ui';
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { FoundRecord, RecordSource } from './record-sources.ts';

/** Milliseconds that a list may take; a slower one is left out. */
const PATIENCE_MS = 300;

export interface SourceResult {
  readonly source: RecordSource;
  readonly records: readonly FoundRecord[];
}

/**
 * Asks each source for what is typed, once the person pauses. What was found before stays until the
 * next answers.
 *
 * @returns `leftOut` has the keys of sources that failed or were too slow
 */
export function useRecordSearch(
  text: Readonly<Ref<string>>,
  sources: () => readonly RecordSource[],
): {
  results: Readonly<Ref<readonly SourceResult[]>>;
  searching: Readonly<Ref<boolean>>;
  leftOut: Readonly<Ref<readonly string[]>>;
} {
  const results = shallowRef<readonly SourceResult[]>([]);
  const leftOut = shallowRef<readonly string[]>([]);
  const searching = ref(false);
  let current = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function search(wanted: string, { signal }: AbortController): Promise<void> {
    const asked = sources();
    const answers = await Promise.all(asked.map((source) => withinTime(source, wanted, signal)));
    if (signal.aborted) return;
    results.value = asked.flatMap((source, index) => {
      const records = answers[index];
      return records ? [{ source, records }] : [];
    });
    leftOut.value = asked.filter((_source, index) => !answers[index]).map(({ key }) => key);
    searching.value = false;
  }

  function stop(): void {
    clearTimeout(timer);
    current.abort();
  }

  watch(
    text,
    (typed) => {
      stop();
      const wanted = typed.trim();
      leftOut.value = [];
      searching.value = wanted !== '';
      if (wanted === '') results.value = [];
      else {
        const own = (current = new AbortController());
        timer = setTimeout(() => void search(wanted, own), TYPING_PAUSE);
      }
    },
    { immediate: true },
  );
  onScopeDispose(stop);
  return { results, searching, leftOut };
}

/** The records; undefined of a source that fails, or takes too long. */
async function withinTime(
  source: RecordSource,
  text: string,
  outer: AbortSignal,
): Promise<FoundRecord[] | undefined> {
  const own = new AbortController();
  const late = new Promise<undefined>((resolve) => {
    const timer = setTimeout(() => own.abort(), PATIENCE_MS);
    own.signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)));
  });
  const abort = () => own.abort();
  outer.addEventListener('abort', abort);
  try {
    return await Promise.race([source.search(text, own.signal), late]);
  } catch {
    return undefined;
  } finally {
    outer.removeEventListener('abort', abort);
    abort();
  }
}
