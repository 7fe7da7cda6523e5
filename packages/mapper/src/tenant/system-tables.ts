const systemSchemas = new Set(['information_schema', 'pg_catalog', 'performance_schema']);
const systemTable = /^(sqlite_|pg_|pragma_)/;

/** Whether a table belongs to the database itself. Names in lower case. */
export const isSystemTable = (name: string, schema: string | undefined): boolean =>
  schema === undefined ? systemTable.test(name) : systemSchemas.has(schema);
