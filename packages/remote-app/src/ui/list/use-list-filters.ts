import { inject, nextTick, ref, watch, type Ref } from 'vue';
import { routeLocationKey, routerKey } from 'vue-router';

type Kind = StringConstructor | NumberConstructor | BooleanConstructor;
type ValueOf<K> = K extends StringConstructor ? string : K extends NumberConstructor ? number : boolean;
type FilterValues<Kinds> = { [Key in keyof Kinds]: ValueOf<Kinds[Key]> | undefined };

/**
 * Keeps the filters of a list in the page's address, so that a link restores them. Use within
 * setup; without a router the filters are kept in memory only.
 * @example const filters = useListFilters({ userName: String, status: Number });
 */
export function useListFilters<Kinds extends Record<string, Kind>>(kinds: Kinds): Ref<FilterValues<Kinds>> {
  const route = inject(routeLocationKey, undefined);
  const router = inject(routerKey, undefined);
  const names = Object.keys(kinds);
  const read = () =>
    Object.fromEntries(
      names.map((name) => [name, parse(kinds[name], route?.query[name])]),
    ) as FilterValues<Kinds>;
  const filters = ref(read()) as Ref<FilterValues<Kinds>>;
  if (!route || !router) return filters;

  const own = route.path;
  let writing = 0;
  const written = () =>
    names.map((name) => {
      const value = filters.value[name] as string | number | boolean | null | undefined;
      return [
        name,
        value === undefined || value === null || value === '' ? undefined : String(value),
      ] as const;
    });
  watch(
    () => JSON.stringify(written()),
    () => {
      // The route of a page that is kept alive may stay its own while another page is shown.
      if (router.currentRoute.value.path !== own) return;
      const wanted = Object.fromEntries(written());
      if (names.every((name) => (route.query[name] ?? undefined) === wanted[name])) return;
      writing++;
      void router
        .replace({ query: { ...route.query, ...wanted }, hash: route.hash })
        .then(() => nextTick())
        .finally(() => writing--);
    },
  );
  watch(
    () => [route.path, ...names.map((name) => route.query[name])],
    () => {
      // An address of our own making is older than what has been typed since.
      if (route.path === own && writing === 0) filters.value = read();
    },
  );
  return filters;
}

function parse(kind: Kind | undefined, value: unknown): string | number | boolean | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (kind === Boolean) return value === 'true' || undefined;
  if (kind !== Number) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
