/** Supported databases; `mysql` includes MariaDB. Also the values of `databaseId`. */
export type Dialect = 'sqlite' | 'mysql' | 'postgres';
