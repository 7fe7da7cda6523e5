import type { DatabaseConfig } from '../../../server/src/data/dialects/config.ts';
import type { ByHand } from '../../../server/src/data/testing/by-hand.ts';

/** Above the identifiers of what the first start creates, and within 32 bits. */
export const BASE = 1_000_000_000;

/** Rows of a table. */
export interface Fill {
  readonly table: string;
  /** Expression by column; `i` counts from 1. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly count: number;
}

/** The column of a tenant's tables. */
export const tenant = { tenant_id: `'000000'` };

/** Expression for a time that many seconds back. */
export type Ago = (seconds: string) => string;

export const agoOn = (type: DatabaseConfig['type']): Ago =>
  type === 'sqlite'
    ? (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${seconds}) || ' seconds')`
    : (seconds) => `now() - (${seconds}) * interval '1 second'`;

/** Expression for one of several names. */
export const pick = (names: readonly string[], index: string): string =>
  `case (${index}) % ${names.length} ${names.map((name, at) => `when ${at} then '${name}'`).join(' ')} end`;

/** Adds the rows by one statement. */
export async function fillTable(database: ByHand, { table, values, count }: Fill): Promise<void> {
  await database.change(
    `insert into ${table} (${Object.keys(values).join(', ')})
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select ${Object.values(values).join(', ')} from n`,
    [],
  );
}
