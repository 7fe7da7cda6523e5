import { sql } from 'kysely';
import type { SqlDatabase } from '../../data/index.ts';

/**
 * Runs `work` in the current transaction while no foreign key is checked, so that tables may be
 * filled in any order.
 *
 * PostgreSQL checks them afterwards. MySQL does not: the source has checked them already.
 */
export async function checkForeignKeysLast(target: SqlDatabase, work: () => Promise<void>): Promise<void> {
  const query = target.unfiltered;
  if (target.dialect === 'mysql') {
    await sql`set foreign_key_checks = 0`.execute(query);
    await work();
    await sql`set foreign_key_checks = 1`.execute(query);
    return;
  }
  const { rows } = await sql<{ table: string; name: string }>`
    select c.conrelid::regclass::text as "table", c.conname::text as name
      from pg_constraint c
     where c.contype = 'f' and not c.condeferrable and c.connamespace = current_schema()::regnamespace`.execute(
    query,
  );
  const alter = async (how: string): Promise<void> => {
    for (const { table, name } of rows)
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(
        query,
      );
  };
  await alter('deferrable initially deferred');
  await work();
  await sql`set constraints all immediate`.execute(query);
  await alter('not deferrable');
}
