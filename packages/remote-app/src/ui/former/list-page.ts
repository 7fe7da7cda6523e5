import type { PagedList } from '@platform/remote-app';

/** Properties of a page around a list of `usePagedList`. */
export interface PagedListPageProps<Row> {
  title: string;
  purpose: string;
  list: PagedList<Row>;
  /** Words for the number of rows. */
  totalText: (count: number) => string;
  /** Title of a load error. */
  failedText?: string | undefined;
}

/** Slots of a page around a list of `usePagedList`. */
export interface PagedListPageSlots<Row> {
  summary?: () => unknown;
  /** The page's primary actions. */
  actions?: () => unknown;
  /** The search form. */
  filter?: () => unknown;
  /** The table. */
  default?: (list: { rows: readonly Row[]; busy: boolean }) => unknown;
  /** Actions on selected rows. */
  selection?: () => unknown;
  /** Dialogs over the page. */
  dialogs?: () => unknown;
}
