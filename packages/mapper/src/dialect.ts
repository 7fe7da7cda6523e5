/** The three real databases; `mysql` covers MariaDB. Also what `databaseId` may say. */
export type Dialect = 'sqlite' | 'mysql' | 'postgres';
