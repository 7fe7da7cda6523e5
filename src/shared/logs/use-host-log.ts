import { onActivated, onDeactivated, onMounted, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import { isAborted } from '@/shared/http';
import type { HostLogApi, LogFilter, LogLine, LogLines } from './host-log-api.ts';

/** Most lines on the page; the oldest make room. */
export const MOST_LINES = 2_000;

/** A line with a number that stays its own while it is on the page. */
export interface ShownLine extends LogLine {
  readonly key: number;
}

/**
 * Follows the log while the page is open. A changed filter begins again. A pause keeps what is on
 * the page, and collects new lines until it ends.
 */
export function useHostLog(api: Pick<HostLogApi, 'follow'>, filter: Ref<LogFilter>) {
  const lines = shallowRef<readonly ShownLine[]>([]);
  const waiting = shallowRef<readonly ShownLine[]>([]);
  const paused = ref(false);
  const earlier = ref(false);
  const leftOut = ref(0);
  /** True until the first answer to a filter. */
  const loading = ref(true);
  const error = shallowRef<unknown>();
  let following: AbortController | undefined;
  let next = 0;

  function take(found: LogLines, isFirst: boolean): void {
    const added = found.lines.map((line) => ({ ...line, key: next++ }));
    leftOut.value = isFirst ? 0 : leftOut.value + found.leftOut;
    loading.value = false;
    error.value = undefined;
    if (isFirst && paused.value) {
      const shown = lines.value.at(-1)?.time ?? '';
      waiting.value = added.filter(({ time }) => time > shown);
    } else if (isFirst) {
      lines.value = added;
      waiting.value = [];
      earlier.value = found.earlier;
    } else if (paused.value) waiting.value = newest(waiting.value, added);
    else if (added.length > 0) lines.value = newest(lines.value, added);
  }

  async function follow(): Promise<void> {
    following?.abort();
    const own = new AbortController();
    following = own;
    let isFirst = true;
    try {
      await api.follow(
        filter.value,
        (found) => {
          if (own.signal.aborted) return;
          take(found, isFirst);
          isFirst = false;
        },
        { signal: own.signal, onOpen: () => (isFirst = true) },
      );
    } catch (failure) {
      if (own.signal.aborted || isAborted(failure)) return;
      loading.value = false;
      error.value = failure;
    }
  }

  function restart(): void {
    paused.value = false;
    loading.value = true;
    void follow();
  }

  function setPaused(value: boolean): void {
    paused.value = value;
    if (value || waiting.value.length === 0) return;
    lines.value = newest(lines.value, waiting.value);
    waiting.value = [];
  }

  function clear(): void {
    lines.value = [];
    waiting.value = [];
    leftOut.value = 0;
    earlier.value = false;
  }

  const stop = (): void => following?.abort();
  let left = false;
  onMounted(() => {
    void follow();
  });
  onDeactivated(() => {
    left = true;
    stop();
  });
  onActivated(() => {
    if (left) restart();
    left = false;
  });
  onScopeDispose(stop);
  watch(() => JSON.stringify(filter.value), restart);

  return { lines, waiting, paused, earlier, leftOut, loading, error, setPaused, clear, restart };
}

const newest = (old: readonly ShownLine[], added: readonly ShownLine[]): readonly ShownLine[] =>
  [...old, ...added].slice(-MOST_LINES);
