import { requestContext } from '../../kernel/index.ts';
import type { Database } from '../../data/index.ts';
import type { Reference, UndoKind } from './kinds.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows of a record by their table. */
export type Kept = Readonly<Record<string, readonly Row[]>>;

/** Rows of one statement, within the databases' limits of parameters. */
const BATCH = 500;

/** Reads all rows of a record. */
export async function readRows(database: Database, { rows }: UndoKind, recordId: number): Promise<Kept> {
  const kept: Record<string, readonly Row[]> = {};
  for (const { table, by } of rows) {
    const { dynamic } = database.query;
    kept[table] = await database.query
      .selectFrom(table)
      .where(dynamic.ref<never>(by), '=', recordId as never)
      .selectAll()
      .execute();
  }
  return kept;
}

/** Inserts them as they were, with their times and actors. */
export async function insertRows(database: Database, { rows }: UndoKind, kept: Kept): Promise<void> {
  for (const { table } of rows) {
    for (const batch of batchesOf(kept[table] ?? [])) {
      await database.query.insertInto(table).values(batch).execute();
    }
  }
}

/** The first reference whose row is gone; undefined where all are there. */
export async function brokenReference(
  database: Database,
  { needs }: UndoKind,
  kept: Kept,
): Promise<Reference | undefined> {
  for (const reference of needs) {
    const { from, column } = reference;
    const wanted = new Set((kept[from] ?? []).map((row) => row[column]));
    for (const none of [null, undefined, 0]) wanted.delete(none);
    for (const batch of batchesOf([...wanted])) {
      if ((await count(database, reference, batch)) < batch.length) return reference;
    }
  }
  return undefined;
}

async function count(
  database: Database,
  { to, key, anyTenant }: Reference,
  values: readonly unknown[],
): Promise<number> {
  const read = () =>
    database.query
      .selectFrom(to)
      .where(database.query.dynamic.ref<never>(key), 'in', values as never)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirst();
  const row = await (anyTenant ? requestContext.runIgnoringTenant(read) : read());
  return Number(row?.total ?? 0);
}

function batchesOf<T>(items: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < items.length; at += BATCH) batches.push(items.slice(at, at + BATCH));
  return batches;
}
