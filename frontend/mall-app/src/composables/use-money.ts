import { onMounted, ref } from 'vue';
import { useRuntime } from '../runtime.ts';

const FALLBACK = 'EUR';

/** Formats amounts in the shop's currency; the server counts in cents. */
export function useMoney() {
  const { config, i18n } = useRuntime();
  const currency = ref(FALLBACK);
  onMounted(async () => {
    const site = await config().catch(() => undefined);
    currency.value = site?.settings['currency'] ?? FALLBACK;
  });
  const money = (cents: number): string =>
    i18n.n(cents / 100, { style: 'currency', currency: currency.value });
  return { money, currency };
}
