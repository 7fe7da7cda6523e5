import { sql, type RawBuilder } from 'kysely';
import type { HostSchema } from '../schema/index.ts';
import { columnTypes, type ColumnTypes } from './column-types.ts';
import type { MigrationContext } from './migration.ts';

/** Adds a column to an existing table unless it exists. It is nullable or has a default. */
export async function addColumn<T extends keyof HostSchema>(
  context: MigrationContext,
  table: T,
  column: keyof HostSchema[T] & string,
  type: (types: ColumnTypes) => RawBuilder<unknown>,
): Promise<void> {
  if (await hasColumn(context, table, column)) return;
  await context.db.schema.alterTable(table).addColumn(column, type(columnTypes[context.dialect])).execute();
}

async function hasColumn({ db, dialect }: MigrationContext, table: string, column: string): Promise<boolean> {
  const schema = dialect === 'mysql' ? sql`database()` : sql`current_schema()`;
  const query =
    dialect === 'sqlite'
      ? sql`select 1 from pragma_table_info(${table}) where name = ${column}`
      : sql`select 1 from information_schema.columns
          where table_schema = ${schema} and table_name = ${table} and column_name = ${column}`;
  return (await query.execute(db)).rows.length > 0;
}
