import { sql } from 'kysely';
import type { SqlDatabase } from '../../data/index.ts';
import { PlatformError, reasonOf } from '../../kernel/index.ts';
import { checkForeignKeysLast } from './foreign-keys.ts';
import type { MovedTable } from './moved-tables.ts';
import { continueSequences } from './sequences.ts';

export interface MovedRows {
  readonly tables: number;
  readonly rows: number;
}

type Row = Record<string, unknown>;

const ROWS_PER_STATEMENT = 200;
/** Texts of one statement: servers limit its size, by default to 16 MiB. */
const TEXT_PER_STATEMENT = 1_000_000;
/** A table of so many rows is named while it is copied. */
const MANY_ROWS = 10_000;
const ROW = 'platform_row';

/**
 * Replaces the rows of the tables on the target by those of the source, in one transaction.
 *
 * @throws MOVE_ROWS_REFUSED naming the table whose rows the target refuses
 */
export function copyRows(
  source: SqlDatabase,
  target: SqlDatabase,
  tables: readonly MovedTable[],
  log: (line: string) => void,
): Promise<MovedRows> {
  return target.transaction(async () => {
    let rows = 0;
    await checkForeignKeysLast(target, async () => {
      for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(target.unfiltered);
      for (const table of tables) {
        const copied = await copyTable(source, target, table);
        if (copied >= MANY_ROWS) log(`${table.name}: ${copied} rows`);
        rows += copied;
      }
    });
    await continueSequences(target);
    return { tables: tables.length, rows };
  });
}

async function copyTable(source: SqlDatabase, target: SqlDatabase, table: MovedTable): Promise<number> {
  let copied = 0;
  try {
    for await (const rows of batches(rowsOf(source, table))) {
      await insert(target, table, rows);
      copied += rows.length;
    }
  } catch (error) {
    throw new PlatformError({
      code: 'MOVE_ROWS_REFUSED',
      message: `The server refuses rows of ${table.name}: ${reasonOf(error)} No rows were moved.`,
      fix: 'SQLite keeps values that do not fit their column. Correct them in the embedded database, and repeat the command.',
      cause: error,
    });
  }
  return copied;
}

/** All rows of a table, a few at a time. */
async function* rowsOf(source: SqlDatabase, { name, columns }: MovedTable): AsyncGenerator<Row> {
  const names = [...columns.keys()].map((column) => `"${column}"`).join(', ');
  const byRow = await hasRowNumbers(source, name);
  for (let after: unknown = byRow ? -(2 ** 53) : 0; ;) {
    const { rows } = await source.raw<Row>(
      byRow
        ? `select ${names}, rowid as ${ROW} from "${name}" where rowid > ? order by rowid limit ${ROWS_PER_STATEMENT}`
        : `select ${names} from "${name}" limit ${ROWS_PER_STATEMENT} offset ?`,
      [after],
    );
    yield* rows;
    if (rows.length < ROWS_PER_STATEMENT) return;
    after = byRow ? rows.at(-1)?.[ROW] : Number(after) + rows.length;
  }
}

async function hasRowNumbers(source: SqlDatabase, table: string): Promise<boolean> {
  const { rows } = await source.raw<{ wr: number }>(
    `select wr from pragma_table_list where schema = 'main' and lower(name) = ?`,
    [table],
  );
  return rows[0]?.wr !== 1;
}

/** Groups rows so that a statement stays small. */
async function* batches(rows: AsyncGenerator<Row>): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  let size = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) size += sizeOf(value);
    if (batch.length < ROWS_PER_STATEMENT && size < TEXT_PER_STATEMENT) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

async function insert(
  target: SqlDatabase,
  { name, columns }: MovedTable,
  rows: readonly Row[],
): Promise<void> {
  const names = [...columns.keys()];
  const values = rows.map(
    (row) => sql`(${sql.join([...columns].map(([column, type]) => storable(row[column], type)))})`,
  );
  // Else identity columns of PostgreSQL refuse the numbers that rows already have.
  const overriding = target.dialect === 'postgres' ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(name)} (${sql.join(names.map((column) => sql.ref(column)))}) ${overriding}
    values ${sql.join(values)}`.execute(target.unfiltered);
}

/** Values have one form on all databases, but an application may have chosen another type. */
function storable(value: unknown, type: string): unknown {
  if (typeof value === 'boolean' && !/^(bool|tinyint\(1\))/i.test(type)) return Number(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  return value ?? null;
}
