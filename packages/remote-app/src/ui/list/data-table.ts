import type { PageRequest } from '@platform/remote-app';
import type { Column } from './column.ts';
import type { RowAction } from './row-action.ts';

/** Values of a list's filters; `undefined` and empty texts do not filter. */
export type Filters = Record<string, unknown>;

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

/** One page of a list. A list that is paged by key names the key of the next one. */
export interface LoadedPage<Row> {
  readonly total: number;
  /** False where there are more rows than `total`. */
  readonly totalExact?: boolean;
  readonly rows: readonly Row[];
  readonly next?: string | null;
}

/** Loads one page of a list; `query` holds the filters beside page and order. */
export type PageLoader<Row> = (query: PageRequest & Filters, signal: AbortSignal) => Promise<LoadedPage<Row>>;

/** Properties of a table, and of a page that is one. */
export interface DataTableProps<Row extends object> {
  /** Settings of this person are kept under it: begin it with the application's code. */
  id: string;
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: keyof Row & string;
  /** A {@link PageLoader}, as a method, so that a function whose query names its filters fits. */
  load(query: PageRequest & Filters, signal: AbortSignal): Promise<LoadedPage<Row>>;
  sort?: Sort | undefined;
  /**
   * Address of the whole list as a file that the server writes, for its filters, order and `format`
   * (`csv` or `xlsx`). Without it the export loads the pages.
   */
  exportAddress?: ((query: Filters) => string) | undefined;
  /** Actions of a row, in the last column. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** Actions on selected rows; with it rows can be selected. */
  bulk?: ((rows: readonly Row[]) => readonly RowAction[]) | undefined;
  /**
   * The list has an order of its own: a row was dragged, or moved with Alt and an arrow key, by so
   * many places (below 0: up). It is not called while a column sorts the list. A promise resolves
   * once the rows stand in their new order.
   */
  reorder?: ((row: Row, by: number) => Promise<unknown> | void) | undefined;
  /** Short name of a row for assistive technology; default the text of the first column. */
  nameOf?: ((row: Row) => string) | undefined;
  emptyTitle?: string | undefined;
  emptyText?: string | undefined;
  /** Rows respond to click and Enter with `activate`. */
  activatable?: boolean;
}

/** Methods of a table, for a template ref. */
export interface DataTableHandle {
  /** Loads the current page again. */
  reload(): Promise<void>;
}

/** Filters that narrow the list, with texts trimmed. */
export function meaningful(filters: Readonly<Filters>): Filters {
  return Object.fromEntries(
    Object.entries(filters)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}
