import type { ShippedMenu } from './application-menu.ts';
import type { Menu } from './menu.ts';

/**
 * The fields of an application's menu that an operator may change, and that survive an upgrade.
 * (spec: M4)
 */
const operatorFields = ['menuName', 'icon', 'orderNum', 'visible'] as const;

/** Planned changes of an application's rows. (spec: M3; design 4.4) */
export interface SyncPlan {
  readonly added: readonly ShippedMenu[];
  /** With the fields as they are to be, the operator's changes kept. */
  readonly kept: ReadonlyArray<{ readonly current: Menu; readonly content: ShippedMenu }>;
  readonly removed: readonly Menu[];
}

/**
 * Compares the rows of an application with what its next version ships.
 *
 * @param previous what the version before shipped; a field in which a row differs from it was
 *   changed by the operator. Where it is unknown, `next` stands for it.
 */
export function planSync(
  rows: readonly Menu[],
  next: readonly ShippedMenu[],
  previous: readonly ShippedMenu[] = next,
): SyncPlan {
  const current = new Map(rows.map((row) => [row.menuKey, row]));
  const before = new Map(previous.map((menu) => [menu.menuKey, menu]));
  const wanted = new Set(next.map((menu) => menu.menuKey));
  return {
    added: next.filter((menu) => !current.has(menu.menuKey)),
    kept: next.flatMap((menu) => {
      const row = current.get(menu.menuKey);
      return row ? [{ current: row, content: withOperatorChanges(row, menu, before.get(menu.menuKey)) }] : [];
    }),
    removed: rows.filter((row) => !wanted.has(row.menuKey)),
  };
}

function withOperatorChanges(row: Menu, shipped: ShippedMenu, before: ShippedMenu = shipped): ShippedMenu {
  const changed = operatorFields.filter((field) => row[field] !== before[field]);
  const { names, ...rest } = shipped;
  return {
    ...rest,
    // They translate the shipped name, not one that an operator gave.
    ...(names && !changed.includes('menuName') ? { names } : {}),
    ...Object.fromEntries(changed.map((field) => [field, row[field]])),
  };
}
