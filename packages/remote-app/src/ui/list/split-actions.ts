import type { RowAction } from './row-action.ts';

/**
 * Splits a row's actions: both of two are in sight, otherwise only the first. Dangerous and rare
 * ones are in the menu only, so that nobody hits them by accident (design 8.1).
 */
export function splitActions(actions: readonly RowAction[]): { inSight: RowAction[]; inMenu: RowAction[] } {
  const offered = actions.filter((action) => action.when !== false);
  const everyday = offered.filter((action) => !action.danger && !action.rare);
  const inSight = offered.length <= 2 ? everyday : everyday.slice(0, 1);
  return { inSight, inMenu: offered.filter((action) => !inSight.includes(action)) };
}
