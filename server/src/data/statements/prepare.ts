import type { Database } from '../database.ts';

/**
 * Prepares a statement on its database, and runs nothing.
 *
 * @throws what the driver throws where the database does not take it
 */
export async function prepareOn(database: Database, sql: string): Promise<void> {
  switch (database.dialect) {
    case 'sqlite':
      await database.raw(`explain ${sql}`);
      return;
    case 'mysql':
      // The text goes as digits, so that nothing in it is taken for something else.
      return onOneConnection(
        database,
        `set @platform_check = convert(x'${Buffer.from(sql).toString('hex')}' using utf8mb4)`,
        'prepare platform_check from @platform_check',
        'deallocate prepare platform_check',
      );
    case 'postgres':
      return onOneConnection(database, `prepare platform_check as ${sql}`, 'deallocate platform_check');
  }
}

const onOneConnection = (database: Database, ...commands: readonly string[]): Promise<void> =>
  database.transaction(
    async () => {
      for (const command of commands) await database.raw(command);
    },
    { requiresNew: true },
  );
