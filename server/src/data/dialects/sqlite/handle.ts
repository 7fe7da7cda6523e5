import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { BoundedMap } from '../../compiled/bounded-map.ts';
import { addDecimalFunctions } from './decimals.ts';
import { toBinding } from './bindings.ts';
import { conversionFor, type Conversion } from './conversions.ts';

const STATEMENTS_KEPT = 500;
const changing = /^\s*(insert|update|delete|replace)\b/i;
const selecting = /^\s*(select|values)\b/i;

interface Prepared {
  readonly statement: StatementSync;
  readonly names: readonly string[];
  readonly conversions: readonly Conversion[];
  readonly changes: boolean;
  /** Whether integers are read as bigints, from the first one that no number represents. */
  readonly bigIntegers: boolean;
}

/** One SQLite connection with its prepared statements. */
export class SqliteHandle {
  readonly #database: DatabaseSync;
  readonly #prepared = new BoundedMap<string, Prepared>(STATEMENTS_KEPT);

  constructor(file: string, pragmas: readonly string[]) {
    this.#database = new DatabaseSync(file);
    for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`);
    changeCaseOfAllLetters(this.#database);
    addDecimalFunctions(this.#database);
  }

  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const prepared = this.#prepared.get(sql) ?? this.#prepare(sql);
    const bindings = parameters.map(toBinding);
    if (prepared.names.length === 0) {
      const { changes, lastInsertRowid } = prepared.statement.run(...bindings);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    }
    const values = this.#all(sql, prepared, bindings);
    const current =
      values[0] && values[0].length !== prepared.names.length
        ? this.#prepare(sql, prepared.bigIntegers)
        : prepared;
    const rows = values.map((row) => toRow(row, current) as R);
    return prepared.changes ? { rows, numAffectedRows: BigInt(rows.length) } : { rows };
  }

  /** Runs a command without parameters and rows. */
  command(sql: string): void {
    this.#database.exec(sql);
  }

  /** Rolls back, unless SQLite has done so by itself, as it does where the disk is full. */
  rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback');
  }

  /** Drops prepared statements, whose columns may have changed with the schema. */
  forget(): void {
    this.#prepared.clear();
  }

  close(): void {
    this.#prepared.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #all(sql: string, prepared: Prepared, bindings: readonly SQLInputValue[]): unknown[][] {
    try {
      return prepared.statement.all(...bindings) as unknown as unknown[][];
    } catch (error) {
      if (prepared.bigIntegers || !isOutOfRange(error)) throw error;
      return this.#prepare(sql, true).statement.all(...bindings) as unknown as unknown[][];
    }
  }

  /** @param bigIntegers also for a select of declared columns only, which rarely needs it */
  #prepare(sql: string, bigIntegers = false): Prepared {
    const statement = this.#database.prepare(sql);
    const columns = statement.columns();
    // Computed columns have no declared type, and a change cannot be run a second time.
    const big = bigIntegers || !selecting.test(sql) || columns.some((column) => column.type === null);
    statement.setReadBigInts(big);
    statement.setReturnArrays(true);
    const prepared = {
      statement,
      names: columns.map((column) => column.name),
      conversions: columns.map((column) => conversionFor(column.type)),
      changes: changing.test(sql),
      bigIntegers: big,
    };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** SQLite's own `lower` and `upper` convert ASCII only; other databases convert all letters. */
function changeCaseOfAllLetters(database: DatabaseSync): void {
  const textOf = (value: SQLOutputValue): string =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
  const options = { deterministic: true, useBigIntArguments: true };
  database.function('lower', options, (value) => (value === null ? null : textOf(value).toLowerCase()));
  database.function('upper', options, (value) => (value === null ? null : textOf(value).toUpperCase()));
}

const isOutOfRange = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

function toRow(values: readonly unknown[], { names, conversions }: Prepared): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) {
    const value = values[index];
    row[names[index] as string] = value === null ? null : conversions[index]?.(value);
  }
  return row;
}
