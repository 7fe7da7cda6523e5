import type { RowAction } from './row-action.ts';

/**
 * Which actions of a row are in sight: both of two, else the first; what is dangerous or rare only in the menu, so that nobody
 * hits it in passing. (design 8.1)
 */
export function splitActions(actions: readonly RowAction[]): { inSight: RowAction[]; inMenu: RowAction[] } {
  const offered = actions.filter((action) => action.when !== false);
  const everyday = offered.filter((action) => !action.danger && !action.rare);
  const inSight = offered.length <= 2 ? everyday : everyday.slice(0, 1);
  return { inSight, inMenu: offered.filter((action) => !inSight.includes(action)) };
}
