import pg from 'pg';
import { computedDecimal } from '../values.ts';

type Row = Record<string, unknown>;

/** A `pg` client that tells computed decimals from stored ones, as only the result's fields show. */
export class PostgresClient extends pg.Client {
  override query(...parameters: unknown[]): never {
    const run = (...given: unknown[]): unknown => (super.query as (...given: unknown[]) => unknown)(...given);
    const [sql, values] = parameters;
    const prepared = Array.isArray(values) ? [sql, values.map(toPostgres), ...parameters.slice(2)] : parameters;
    const pending = run(...prepared);
    if (!(pending instanceof Promise)) return pending as never;
    return pending.then((result: pg.QueryResult<Row>) => {
      convertComputed(result);
      return result;
    }) as never;
  }
}

function toPostgres(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function convertComputed(result: pg.QueryResult<Row>): void {
  const names = (result.fields ?? [])
    .filter((field) => field.tableID === 0 && field.dataTypeID === Number(pg.types.builtins.NUMERIC))
    .map((field) => field.name);
  if (names.length === 0) return;
  for (const row of result.rows) {
    for (const name of names) {
      const value = row[name];
      if (typeof value === 'string') row[name] = computedDecimal(value);
    }
  }
}
