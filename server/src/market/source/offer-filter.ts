import { PlatformError, type PageQuery } from '../../kernel/index.ts';

/** Which of the applications on offer. */
export interface OfferFilter {
  /** Each of its words stands in the name, code, description, author or category, whatever its case. */
  readonly keyword?: string;
  readonly category?: string;
  /** Only these codes. */
  readonly among?: readonly string[];
  /** None of these codes. */
  readonly without?: readonly string[];
}

/** By what the applications on offer may be ordered. */
export type OfferColumn = 'name' | 'appCode' | 'category' | 'releaseTime';

export interface OfferOrder {
  readonly column: OfferColumn;
  readonly descending: boolean;
}

const columns: readonly OfferColumn[] = ['name', 'appCode', 'category', 'releaseTime'];

/**
 * By name, unless the page says otherwise.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400)
 */
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

/** The words that are looked for, in lower case. */
export const wordsOf = (keyword = ''): string[] => keyword.toLowerCase().split(/\s+/).filter(Boolean);
