import { ref, watch, type Ref } from 'vue';
import { usePageQuery } from './page-query.ts';

type Kind = StringConstructor | NumberConstructor | BooleanConstructor;
type ValueOf<K> = K extends StringConstructor ? string : K extends NumberConstructor ? number : boolean;
type FilterValues<Kinds> = { [Key in keyof Kinds]: ValueOf<Kinds[Key]> | undefined };

/**
 * Keeps the filters of a list in the page's address, so that a link restores them. Use within
 * setup; without a router the filters are kept in memory only.
 * @example const filters = useListFilters({ userName: String, status: Number });
 */
export function useListFilters<Kinds extends Record<string, Kind>>(kinds: Kinds): Ref<FilterValues<Kinds>> {
  const query = usePageQuery();
  const names = Object.keys(kinds);
  const read = () =>
    Object.fromEntries(
      names.map((name) => [name, parse(kinds[name], query?.read(name))]),
    ) as FilterValues<Kinds>;
  const filters = ref(read()) as Ref<FilterValues<Kinds>>;
  if (!query) return filters;

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
    () => query.write(Object.fromEntries(written())),
  );
  watch(
    () => [query.isOwn(), ...names.map(query.read)],
    () => {
      if (query.isOwn() && !query.isWriting()) filters.value = read();
    },
  );
  return filters;
}

function parse(kind: Kind | undefined, value: string | undefined): string | number | boolean | undefined {
  if (value === undefined || value === '') return undefined;
  if (kind === Boolean) return value === 'true' || undefined;
  if (kind !== Number) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
