import FindMyWay from 'find-my-way';
import type { Route } from './route.ts';
import { ROUTER_OPTIONS } from './router-options.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Table = FindMyWay.Instance<FindMyWay.HTTPVersion.V1>;

/** Finds the routes of a path whatever their method. The table is made on first use: few ask. */
export class PathRoutes {
  readonly #routes: readonly Route[];
  #made: Table | undefined;

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  at(path: string): Route[] {
    const table = (this.#made ??= this.#make());
    return METHODS.flatMap((method) => (table.find(method, path)?.store as Route | undefined) ?? []);
  }

  #make(): Table {
    const table = FindMyWay(ROUTER_OPTIONS);
    for (const route of this.#routes) table.on(route.method, route.url, () => undefined, route);
    return table;
  }
}

/** The methods of a path's routes, as the header `Allow` lists them. */
export function allowOf(routes: readonly Route[]): string {
  const own = new Set<string>(routes.map(({ method }) => method));
  if (routes.some(({ method, head }) => method === 'GET' && head !== false)) own.add('HEAD');
  return METHODS.filter((method) => own.has(method)).join(', ');
}
