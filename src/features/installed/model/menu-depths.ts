import type { ApplicationContents } from '@platform/host-api';

/** How many menus are above each one. Parents come first. */
export function menuDepths(menus: ApplicationContents['menus']): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { menuKey, parentKey } of menus)
    depths.set(menuKey, parentKey === null ? 0 : (depths.get(parentKey) ?? 0) + 1);
  return depths;
}
