import type { RowAction } from '../list/row-action.ts';

/** Properties of the actions of a row. */
export interface ActionsProps {
  actions: readonly RowAction[];
  /** Name of the row for assistive technology. */
  subject: string;
  canEdit?: undefined;
  canRemove?: undefined;
  width?: undefined;
}

/** Properties of a column with the actions of each row. */
export interface ActionsColumnProps {
  actions?: undefined;
  subject?: undefined;
  /** @deprecated Pass `actions`. */
  canEdit: boolean;
  /** @deprecated Pass `actions`. */
  canRemove: boolean;
  /** Width in pixels. @deprecated Pass `actions`. */
  width?: number | undefined;
}
