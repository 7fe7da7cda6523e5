import { expect, it } from 'vitest';
import type { Dialect } from '../dialect.ts';
import { MARK } from '../sql/items.ts';
import { Catalog } from '../tenant/catalog.ts';
import type { RowLimit } from '../tenant/row-limit.ts';
import { planStatement } from '../tenant/plan-statement.ts';

const columns: Record<string, readonly string[]> = {
  item: ['tenant_id', 'create_time', 'update_time', 'create_by', 'update_by'],
  note: ['tenant_id'],
  log: ['update_time'],
  kind: [],
};
const catalog = new Catalog(
  Object.entries(columns).flatMap(([table_name, names]) =>
    [null, ...names].map((column_name) => ({ table_name, column_name })),
  ),
);

interface Mode {
  readonly dialect?: Dialect;
  readonly filtered?: boolean;
  readonly hasUser?: boolean;
  readonly rows?: RowLimit;
}

/** Text and slots of a planned statement, in which `?` stands for a value of the caller. */
function planned(
  text: string,
  { dialect = 'sqlite', filtered = true, hasUser = false, rows }: Mode = {},
): string {
  const options = { dialect, catalog, filtered, hasUser, rows };
  const { sql, slots } = planStatement(text.replaceAll('?', MARK), options);
  const names = slots.map((slot) => (typeof slot === 'object' ? `dept ${slot.dept}` : slot));
  return `${sql} <- ${names.join(', ')}`;
}

type Row = [text: string, expected: string, mode?: Mode];

/**
 * Declares a test for each statement on the tables `item` (all special columns), `note` (a tenant),
 * `log` (a time) and `kind`, with its planned text and values.
 */
export const itPlans = (rows: readonly Row[]): void =>
  it.each(rows)('%s', (text, expected, mode) => {
    expect(planned(text, mode)).toBe(expected);
  });
/** Declares a test for each statement that is refused, with its reason. */
export const itRefuses = (rows: readonly Row[]): void =>
  it.each(rows)('not %s', (text, message, mode) => {
    expect(() => planned(text, mode)).toThrow(message);
  });
