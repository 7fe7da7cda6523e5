import { PlatformError, type PageQuery } from '../../kernel/index.ts';

/** Selects applications on offer. */
export interface OfferFilter {
  /**
   * Words that must each occur in name or description of any language, code, author or category;
   * ignores case.
   */
  readonly keyword?: string;
  readonly category?: string;
  /** Only these codes. */
  readonly among?: readonly string[];
  /** Not these codes. */
  readonly without?: readonly string[];
}

/** Columns that offers can be ordered by. */
export type OfferColumn = 'name' | 'appCode' | 'category' | 'releaseTime';

export interface OfferOrder {
  readonly column: OfferColumn;
  readonly descending: boolean;
}

const columns: readonly OfferColumn[] = ['name', 'appCode', 'category', 'releaseTime'];

/** The order of a page; default: by name. @throws ORDER_COLUMN_UNKNOWN (400) */
export function offerOrder({ orderByColumn = 'name', isAsc = true }: PageQuery): OfferOrder {
  const column = columns.find((known) => known === orderByColumn);
  if (column !== undefined) return { column, descending: !isAsc };
  throw new PlatformError({
    code: 'ORDER_COLUMN_UNKNOWN',
    status: 400,
    message: `This list cannot be ordered by ${orderByColumn}.`,
    fix: `Columns: ${columns.join(', ')}.`,
  });
}

/** The words of a search, in lower case. */
export const wordsOf = (keyword = ''): string[] => keyword.toLowerCase().split(/\s+/).filter(Boolean);
