import type { MenuItem } from '../popup/menu-item.ts';

/** An action on a row or a record; its label is a verb. */
export interface RowAction extends MenuItem {
  /** Left out where false, for example without the permission. */
  when?: boolean;
  /** Rarely used: offered in the menu only, like dangerous actions. */
  rare?: boolean;
}
