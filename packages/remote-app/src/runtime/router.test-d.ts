import type { RouteLocationRaw } from 'vue-router';
import { defineApp } from '../define-app.ts';
import type { RemoteTarget } from './router.ts';

/** Compiled by `npm run types`; never runs. */
interface Views {
  list: object;
  note: { id: number };
}

export const declared: ReadonlyArray<RemoteTarget<Views>> = [
  { view: 'list' },
  { view: 'list', query: { page: '2' } },
  { view: 'note', params: { id: 7 } },
  // @ts-expect-error there is no view of this name
  { view: 'lst' },
  // @ts-expect-error the path of the view needs an id
  { view: 'note' },
  // @ts-expect-error the path of the view has no id
  { view: 'list', params: { id: 7 } },
  // @ts-expect-error a query does not make it a route of the shell
  { view: 'lst', query: {} },
  { path: '/market' },
];

declare const route: RouteLocationRaw;
export const undeclared: readonly RemoteTarget[] = [
  { view: 'any', params: { id: 'a' } },
  '/market',
  { path: '/market', query: {} },
  typeof route === 'string' ? route : { ...route },
];

declare const view: { template: string };
// @ts-expect-error the view of a note is missing
export const incomplete = () => defineApp<Views>({ views: { list: view } });
// @ts-expect-error no view has this name
export const excessive = () => defineApp<Views>({ views: { list: view, note: view, other: view } });
