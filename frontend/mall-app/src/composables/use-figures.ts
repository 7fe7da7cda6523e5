import { onScopeDispose, ref, shallowRef } from 'vue';
import { getFigures, type Figures } from '../api/figures.ts';

/** The figures of a number of days; only the answer to the last question counts. */
export function useFigures() {
  const days = ref(30);
  const figures = shallowRef<Figures>();
  const error = shallowRef<Error>();
  const loading = ref(false);
  let running: AbortController | undefined;

  async function load(): Promise<void> {
    running?.abort();
    const question = (running = new AbortController());
    loading.value = true;
    try {
      const found = await getFigures(days.value, question.signal);
      if (question.signal.aborted) return;
      figures.value = found;
      error.value = undefined;
    } catch (failure) {
      if (!question.signal.aborted) error.value = failure as Error;
    } finally {
      if (running === question) loading.value = false;
    }
  }

  onScopeDispose(() => running?.abort());
  return { days, figures, error, loading, load };
}
