import { ref, watch } from 'vue';
import { useRoute } from 'vue-router';
import { useRuntime } from '../runtime.ts';

/** Of how many days the board tells. */
export const PERIODS = [7, 30, 90] as const;
const USUAL = 30;

/** The period: as the address says, else as it was last. The address keeps it, so that it can be handed on. */
export function usePeriod() {
  const { router, settings } = useRuntime();
  const route = useRoute();
  const own = route.path;
  const days = ref(periodIn(route.query['days']) ?? periodIn(settings.get('days', USUAL)) ?? USUAL);

  // A page that is kept alive sees the addresses of the others, too.
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
