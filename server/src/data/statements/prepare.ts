import type { Database } from '../database.ts';

/**
 * Prepares a statement on its database without running it.
 *
 * @throws what the driver throws when the database rejects it
 */
export async function prepareOn(database: Database, sql: string): Promise<void> {
  switch (database.dialect) {
    case 'sqlite':
      await database.raw(`explain ${sql}`);
      return;
    case 'mysql':
      // Hexadecimal digits need no escaping.
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
