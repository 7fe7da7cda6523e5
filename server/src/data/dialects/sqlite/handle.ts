import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { toBinding } from './bindings.ts';
import { conversionFor, type Conversion } from './conversions.ts';

const STATEMENTS_KEPT = 500;
const changing = /^\s*(insert|update|delete|replace)\b/i;

interface Prepared {
  readonly statement: StatementSync;
  readonly names: readonly string[];
  readonly conversions: readonly Conversion[];
}

/** One SQLite connection with its prepared statements. */
export class SqliteHandle {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: string, pragmas: readonly string[]) {
    this.#database = new DatabaseSync(file);
    for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`);
  }

  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const prepared = this.#prepare(sql);
    const bindings = parameters.map(toBinding);
    if (prepared.names.length === 0) {
      const { changes, lastInsertRowid } = prepared.statement.run(...bindings);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    }
    const values = prepared.statement.all(...bindings) as unknown as unknown[][];
    const current = values[0] && values[0].length !== prepared.names.length ? this.#renew(sql) : prepared;
    const rows = values.map((row) => toRow(row, current) as R);
    return changing.test(sql) ? { rows, numAffectedRows: BigInt(rows.length) } : { rows };
  }

  /** Runs a command that has no parameters and no rows. */
  command(sql: string): void {
    this.#database.exec(sql);
  }

  /** Forgets prepared statements, whose columns may have changed with the schema. */
  forget(): void {
    this.#prepared.clear();
  }

  close(): void {
    this.#prepared.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const columns = statement.columns();
    const prepared = {
      statement,
      names: columns.map((column) => column.name),
      conversions: columns.map((column) => conversionFor(column.type)),
    };
    this.#prepared.set(sql, prepared);
    if (this.#prepared.size > STATEMENTS_KEPT) this.#prepared.delete(this.#prepared.keys().next().value ?? '');
    return prepared;
  }

  #renew(sql: string): Prepared {
    this.#prepared.delete(sql);
    return this.#prepare(sql);
  }
}

function toRow(values: readonly unknown[], { names, conversions }: Prepared): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) {
    const value = values[index];
    row[names[index] as string] = value === null ? null : conversions[index]?.(value);
  }
  return row;
}
