import { computed, ref, shallowRef } from 'vue';
import type { ShownLine } from '@/shared/logs/use-host-log.ts';

/** Rows that are drawn at first, and how many more each time their beginning is reached. */
export const ROWS = 80;

/**
 * The part of the lines that is drawn. At the end it follows the newest ones, a screen and a bit:
 * an application may write a thousand lines a second. Away from the end it stands still, so that
 * what a person reads does not move, and grows backwards.
 */
export function useTail(lines: () => readonly ShownLine[]) {
  const held = shallowRef<readonly ShownLine[]>();
  const most = ref(ROWS);

  const all = computed(() => held.value ?? lines());
  const rows = computed(() => all.value.slice(-most.value));
  const isWhole = computed(() => rows.value.length === all.value.length);
  /** How many lines have come since it stands still. */
  const newer = computed(() => {
    const [last, lastHeld] = [lines().at(-1), held.value?.at(-1)];
    return last && lastHeld ? Math.max(0, last.key - lastHeld.key) : 0;
  });
  const isHeld = computed(() => held.value !== undefined);

  function hold(): void {
    held.value ??= lines();
  }

  /** Goes back to the newest lines. */
  function follow(): void {
    held.value = undefined;
    most.value = ROWS;
  }

  function showEarlier(): void {
    if (!isWhole.value) most.value += ROWS;
  }

  return { rows, isWhole, isHeld, newer, hold, follow, showEarlier };
}
