import pg from 'pg';
import { assertStorable, computedDecimal } from '../values.ts';

type Row = Record<string, unknown>;

type Result = pg.QueryResult<Row>;

/** A `pg` client that distinguishes computed decimals from stored ones by the result's fields. */
export class PostgresClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The pool listens to idle clients only. A loss during use fails the statement, not the
    // process.
    this.on('error', () => undefined);
  }

  override query(...parameters: unknown[]): never {
    const [sql, values, callback] = parameters;
    if (typeof sql !== 'string' || !Array.isArray(values) || callback !== undefined) {
      return (super.query as (...given: unknown[]) => unknown)(...parameters) as never;
    }
    return this.#select(sql, values.map(toPostgres)) as never;
  }

  /** Uses a callback: a promise of `pg` retains the rows until the next full GC. */
  async #select(sql: string, values: unknown[]): Promise<Result> {
    try {
      const result = await new Promise<Result>((resolve, reject) => {
        super.query<Row>(sql, values, (error, found) => (error ? reject(error) : resolve(found)));
      });
      convertComputed(result);
      return result;
    } catch (error) {
      // From here on, the stack shows the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
}

function toPostgres(value: unknown): unknown {
  if (typeof value === 'string') assertStorable(value);
  return value instanceof Date ? value.toISOString() : value;
}

function convertComputed(result: Result): void {
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
