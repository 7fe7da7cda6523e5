import { scratchName, type ScratchDatabase } from './scratch-database.ts';

/**
 * A database of its own on a MySQL or MariaDB server, with the host's collation.
 * @param url as `mysql://root@127.0.0.1:3306`; the user may create databases
 * @throws what the driver throws where the server does not answer
 */
export async function openMysql(url: string, timeoutMs: number): Promise<ScratchDatabase> {
  const { createConnection } = await import('mysql2/promise');
  const { hostname, port, username, password } = new URL(url);
  const connection = await createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username || 'root'),
    password: decodeURIComponent(password),
    connectTimeout: timeoutMs,
    multipleStatements: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
  });
  const name = scratchName();
  const query = async (text: string): Promise<Array<Record<string, unknown>>> => {
    const [rows] = await connection.query(text);
    return rows as Array<Record<string, unknown>>;
  };
  try {
    await query(`create database ${name} character set utf8mb4 collate utf8mb4_bin; use ${name}`);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return {
    kind: 'mysql',
    title: 'MySQL',
    query,
    // The text is sent as hexadecimal digits, so that nothing in it is interpreted.
    prepare: async (sql) =>
      void (await query(
        `set @platform_check = convert(x'${Buffer.from(sql).toString('hex')}' using utf8mb4);
         prepare platform_check from @platform_check; deallocate prepare platform_check`,
      )),
    run: async (script) => void (await query(script)),
    tables: async () => (await query('show full tables')).map((row) => String(Object.values(row)[0])),
    rows: (table) => query(`select * from \`${table.replaceAll('`', '``')}\``),
    close: async () => {
      await query(`drop database if exists ${name}`);
      await connection.end();
    },
  };
}
