import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../database.ts';

/** Types of portable columns in a dialect. */
export interface ColumnTypes {
  readonly longText: RawBuilder<unknown>;
  readonly timestamp: RawBuilder<unknown>;
  readonly boolean: RawBuilder<unknown>;
  readonly now: RawBuilder<unknown>;
  readonly emptyText: RawBuilder<unknown>;
  /** Text behind the closing parenthesis of a table. */
  readonly tableOptions: RawBuilder<unknown> | undefined;
}

export const columnTypes: Readonly<Record<Dialect, ColumnTypes>> = {
  sqlite: {
    longText: sql`text`,
    timestamp: sql`timestamp`,
    boolean: sql`boolean`,
    now: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
    emptyText: sql`''`,
    tableOptions: undefined,
  },
  mysql: {
    longText: sql`longtext`,
    timestamp: sql`datetime(3)`,
    boolean: sql`boolean`,
    now: sql`current_timestamp(3)`,
    emptyText: sql`('')`,
    tableOptions: sql`engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`,
  },
  postgres: {
    longText: sql`text`,
    timestamp: sql`timestamptz(3)`,
    boolean: sql`boolean`,
    now: sql`current_timestamp`,
    emptyText: sql`''`,
    tableOptions: undefined,
  },
};
