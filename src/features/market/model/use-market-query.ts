import { TYPING_PAUSE } from '@platform/remote-app/ui';
import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { everything, fromAddress, toAddress, type MarketQuery } from './market-query.ts';

/**
 * The search, kept in the page's address. `query` follows the input; `settled` drives requests and
 * follows typing after a pause, other changes at once. Narrowing returns to page 1.
 */
export function useMarketQuery() {
  const route = useRoute();
  const router = useRouter();
  const own = route.path;
  const query = ref(fromAddress(route.query));
  const settled = shallowRef<MarketQuery>({ ...query.value });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = same(query.value);

  function write() {
    written = same(query.value);
    if (router.currentRoute.value.path === own) void router.replace({ query: toAddress(query.value) });
  }

  function settle() {
    clearTimeout(timer);
    settled.value = { ...query.value };
    write();
  }

  function change(patch: Partial<MarketQuery>) {
    const isPage = 'page' in patch;
    query.value = { ...query.value, ...(isPage ? {} : { page: 1 }), ...patch };
    clearTimeout(timer);
    if ('text' in patch) timer = setTimeout(settle, TYPING_PAUSE);
    else settle();
  }

  watch(
    () => route.query,
    (address) => {
      const asked = fromAddress(address);
      // A link without a query opens the market as it was left.
      if (same(asked) === same(everything)) write();
      else if (same(asked) !== written) {
        query.value = asked;
        settle();
      }
    },
  );
  onScopeDispose(() => clearTimeout(timer));

  return { query, settled, change };
}

const same = (query: MarketQuery): string => JSON.stringify(toAddress(query));
