import { computed, shallowRef, type Ref } from 'vue';
import type { DeadLetter, Queue } from '../api/messaging-api.ts';

/** Letters that were sent again last: how many, and the ids of those that were shown. */
interface SentLetters {
  readonly count: number;
  readonly ids: ReadonlySet<string>;
}

/** A message keeps its id, so that a letter that fails again is told from others. */
export function useSentAgain(
  facts: Readonly<Ref<Queue | undefined>>,
  letters: Readonly<Ref<readonly DeadLetter[]>>,
) {
  const sent = shallowRef<SentLetters>();
  const outcome = computed(() => {
    if (!sent.value || !facts.value) return undefined;
    const { count, ids } = sent.value;
    const failed = letters.value.filter(({ id }) => ids.has(id)).length;
    const waiting = Math.min(facts.value.messages, count - failed);
    const state = waiting > 0 ? 'waiting' : failed > 0 ? 'failed' : 'handled';
    return { state, count, waiting, failed } as const;
  });

  function begin(count: number, ids: readonly string[]): void {
    sent.value = { count, ids: new Set(ids) };
  }

  return { outcome, begin, forget: () => (sent.value = undefined) };
}
