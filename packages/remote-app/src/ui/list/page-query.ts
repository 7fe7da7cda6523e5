import { inject, nextTick } from 'vue';
import { routeLocationKey, routerKey, type LocationQueryRaw, type Router } from 'vue-router';

/** Part of the query of a page's address; undefined removes a name. */
export type QueryChange = Readonly<Record<string, string | undefined>>;

export interface PageQuery {
  /** The values of a name; undefined where it is missing or given more than once. */
  readonly read: (name: string) => string | undefined;
  /** Whether the address is that of the page in which the caller was set up. */
  readonly isOwn: () => boolean;
  /** An address of our own making is on its way: it is older than what has been chosen since. */
  readonly isWriting: () => boolean;
  readonly write: (change: QueryChange) => void;
}

interface Writes {
  count: number;
  /** The query that the last write leads to. */
  query?: LocationQueryRaw | undefined;
}

/** By router: filters and place of a list change at once, and neither write undoes the other. */
const writesOf = new WeakMap<Router, Writes>();

/** The query of the page's address, to keep a part of the page's state in. Use within setup. */
export function usePageQuery(): PageQuery | undefined {
  const route = inject(routeLocationKey, undefined);
  const router = inject(routerKey, undefined);
  if (!route || !router) return undefined;
  const own = route.path;
  const writes: Writes = writesOf.get(router) ?? { count: 0 };
  writesOf.set(router, writes);
  const read = (name: string): string | undefined => {
    const value = route.query[name];
    return typeof value === 'string' ? value : undefined;
  };

  function write(change: QueryChange): void {
    // The route of a page that is kept alive may stay its own while another page is shown.
    if (router?.currentRoute.value.path !== own) return;
    const before = writes.query ?? route?.query ?? {};
    if (Object.entries(change).every(([name, value]) => (before[name] ?? undefined) === value)) return;
    const query = { ...before, ...change };
    writes.query = query;
    writes.count += 1;
    void router
      .replace({ query, hash: route?.hash })
      .then(() => nextTick())
      .finally(() => {
        writes.count -= 1;
        if (writes.count === 0) writes.query = undefined;
      });
  }

  return { read, isOwn: () => route.path === own, isWriting: () => writes.count > 0, write };
}
