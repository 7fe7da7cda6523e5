import { ref, watch } from 'vue';
import { useRoute } from 'vue-router';
import { useRuntime } from '../runtime.ts';

/** Selectable periods in days. */
export const PERIODS = [7, 30, 90] as const;
const USUAL = 30;

/** The period of the address, else the last one used. The address keeps it for sharing. */
export function usePeriod() {
  const { router, settings } = useRuntime();
  const route = useRoute();
  const own = route.path;
  const days = ref(periodIn(route.query['days']) ?? periodIn(settings.get('days', USUAL)) ?? USUAL);

  // A page kept alive also observes the addresses of other pages.
  watch(
    () => (route.path === own ? periodIn(route.query['days']) : undefined),
    (asked) => (days.value = asked ?? days.value),
  );

  async function choose(chosen: number): Promise<void> {
    settings.set('days', chosen);
    await router.replace({ view: 'overview', query: { ...route.query, days: String(chosen) } });
    days.value = chosen;
  }

  return { days, choose };
}

function periodIn(value: unknown): number | undefined {
  return PERIODS.find((days) => days === Number(value));
}
