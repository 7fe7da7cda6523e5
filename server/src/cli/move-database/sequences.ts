import { sql } from 'kysely';
import type { SqlDatabase } from '../../data/index.ts';

interface NumberedColumn {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

/** Continues PostgreSQL's sequences behind the moved rows. MySQL does so by itself. */
export async function continueSequences(target: SqlDatabase): Promise<void> {
  if (target.dialect !== 'postgres') return;
  const query = target.unfiltered;
  const { rows } = await sql<NumberedColumn>`
    select * from (
      select c.relname::text as "table", a.attname::text as "column",
             pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    ) numbered where sequence is not null`.execute(query);
  for (const { table, column, sequence } of rows) {
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(table)}`.execute(query);
  }
}
