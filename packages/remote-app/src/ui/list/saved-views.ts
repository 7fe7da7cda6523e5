import type { SavedView } from '@platform/remote-app';
import { meaningful, type Filters, type Sort } from './data-table.ts';

type State = Pick<SavedView, 'filters' | 'sort'>;

/** Filters and order of a list as a view keeps them. */
export function stateOf(filters: Readonly<Filters>, sort: Sort | undefined): State {
  const kept = Object.entries(meaningful(filters)).filter(
    (entry): entry is [string, string | number | boolean] => typeof entry[1] !== 'object',
  );
  return { filters: Object.fromEntries(kept), ...(sort ? { sort: { ...sort } } : {}) };
}

/** The view that a list shows, whatever the order in which its filters were set. */
export const viewOf = (views: readonly SavedView[], state: State): SavedView | undefined =>
  views.find((view) => textOf(view) === textOf(state));

/** The views with this one, in the place of another one of its name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const at = views.findIndex(({ name }) => name === view.name);
  return at < 0 ? [...views, view] : views.with(at, view);
}

/** The views with one under another name, in its place; another view of that name goes. */
export const renamed = (views: readonly SavedView[], view: SavedView, name: string): SavedView[] =>
  views
    .filter((other) => other === view || other.name !== name)
    .map((other) => (other === view ? { ...view, name } : other));

const textOf = ({ filters, sort }: State): string =>
  JSON.stringify([Object.entries(filters).toSorted(), sort?.column, sort?.direction]);
