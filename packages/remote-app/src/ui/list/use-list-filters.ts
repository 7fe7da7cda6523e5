import { ref, watch, type Ref } from 'vue';
import { usePageQuery } from './page-query.ts';

type Kind = StringConstructor | NumberConstructor | BooleanConstructor;
type ValueOf<K> = K extends StringConstructor ? string : K extends NumberConstructor ? number : boolean;
type FilterValues<Kinds> = { [Key in keyof Kinds]: ValueOf<Kinds[Key]> | undefined };

/**
 * Keeps the filters of a list in the page's address, so that a link restores them. Use within
 * setup; without a router the filters are kept in memory only.
 *
 * @param former names that filters had before, by their names now: bookmarks have them
 * @example const filters = useListFilters({ userName: String, status: Number });
 */
export function useListFilters<Kinds extends Record<string, Kind>>(
  kinds: Kinds,
  former: Readonly<Record<string, string>> = {},
): Ref<FilterValues<Kinds>> {
  const query = usePageQuery();
  const names = Object.keys(kinds);
  const withoutFormer = Object.fromEntries(Object.values(former).map((name) => [name, undefined] as const));
  const given = (name: string) => query?.read(name) ?? query?.read(former[name] ?? '');
  const read = () =>
    Object.fromEntries(names.map((name) => [name, parse(kinds[name], given(name))])) as FilterValues<Kinds>;
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
    () => query.write({ ...withoutFormer, ...Object.fromEntries(written()) }),
  );
  watch(
    () => [query.isOwn(), ...names.map(given)],
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
