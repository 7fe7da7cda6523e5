import { scratchName, type ScratchDatabase } from './scratch-database.ts';

/**
 * A schema of its own on a PostgreSQL server.
 * @param url as `postgres://postgres@127.0.0.1:5432/postgres`; the user may create schemas there
 * @throws what the driver throws where the server does not answer
 */
export async function openPostgres(url: string, timeoutMs: number): Promise<ScratchDatabase> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  await client.connect();
  const name = scratchName();
  try {
    await client.query(`create schema ${name}; set search_path to ${name}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    kind: 'postgres',
    title: 'PostgreSQL',
    run: async (script) => void (await client.query(script)),
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    prepare: async (sql) =>
      void (await client.query(`prepare platform_check as ${sql}; deallocate platform_check`)),
    tables: async () => {
      const { rows } = await client.query<{ name: string }>(
        'select table_name as name from information_schema.tables where table_schema = $1',
        [name],
      );
      return rows.map((row) => row.name);
    },
    rows: async (table) => {
      const { rows } = await client.query<Record<string, unknown>>(
        `select * from "${table.replaceAll('"', '""')}"`,
      );
      return rows;
    },
    close: async () => {
      await client.query(`drop schema if exists ${name} cascade`);
      await client.end();
    },
  };
}
