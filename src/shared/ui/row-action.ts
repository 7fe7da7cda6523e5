import type { MenuItem } from './menu-item.ts';

/** Something that can be done with a row or a record; its label is a verb. */
export interface RowAction extends MenuItem {
  /** Left out where false, for example for want of a permission. */
  when?: boolean;
  /** Seldom wanted: found in the menu alone, as what is dangerous is. */
  rare?: boolean;
}
