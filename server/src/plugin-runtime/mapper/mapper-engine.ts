import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { MapperOperations, Where } from '@platform/plugin-sdk/orm';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Database, Ids } from '../../data/index.ts';
import { entityReader, toColumn } from './column-values.ts';
import { ConditionBuilder, type DynamicSchema } from './condition-builder.ts';
import type { ColumnModel, EntityModel } from './entity-model.ts';
import {
  conditionMissing,
  orderColumnUnknown,
  rowAmbiguous,
  rowIdMissing,
  translateDuplicate,
} from './row-errors.ts';

type Row = Record<string, unknown>;
type Rows = SelectQueryBuilder<DynamicSchema, string, Row>;
type Key = number | string;

/** Maximum number of rows in one insert statement. */
const BATCH = 100;
/** Maximum number of identifiers in one statement. */
const KEYS = 1_000;

/**
 * Generated statements of one entity. (design 3.6, 9.1-5)
 *
 * The data layer adds the tenant filter and the time and actor columns.
 */
export class MapperEngine implements MapperOperations<Row> {
  readonly #model: EntityModel;
  readonly #database: Database;
  readonly #ids: Ids;
  readonly #entity: (row: Row) => Row;
  /** Applications may read only permitted tables of the host. */
  readonly #isOfHost: boolean;

  constructor(model: EntityModel, database: Database, ids: Ids) {
    this.#model = model;
    this.#database = database;
    this.#ids = ids;
    this.#isOfHost = /^(sys|app)_/i.test(model.table);
    this.#entity = entityReader(model) as (row: Row) => Row;
  }

  async selectById(id: Key): Promise<Row | undefined> {
    const row = await this.#select(this.#byId([id])).executeTakeFirst();
    return row && this.#entity(row);
  }

  async selectByIds(ids: readonly Key[]): Promise<Row[]> {
    const found = new Map<string, Row>();
    for (const some of chunks(ids, KEYS)) {
      for (const row of await this.#select(this.#byId(some)).execute()) {
        const entity = this.#entity(row);
        found.set(String(entity[this.#model.id.field]), entity);
      }
    }
    return ids.map((id) => found.get(String(id))).filter((row) => row !== undefined);
  }

  async selectOne(where: Where<Row>): Promise<Row | undefined> {
    const conditions = this.#conditions(where);
    const [row, ...more] = await ordered(this.#select(conditions), conditions).limit(2).execute();
    if (more.length > 0) throw rowAmbiguous(this.#model);
    return row && this.#entity(row);
  }

  async selectList(where?: Where<Row>): Promise<Row[]> {
    const conditions = this.#conditions(where);
    const rows = await ordered(this.#select(conditions), conditions).execute();
    return rows.map((row) => this.#entity(row));
  }

  async selectPage(where: Where<Row> | undefined, page: PageQuery): Promise<Page<Row>> {
    const conditions = this.#conditions(where);
    const total = await this.#count(conditions);
    const offset = (page.pageNum - 1) * page.pageSize;
    if (offset >= total) return { total, rows: [] };
    let rows = this.#select(conditions);
    if (page.orderByColumn !== undefined) {
      const column = this.#model.byField.get(page.orderByColumn);
      if (!column) throw orderColumnUnknown(this.#model, page.orderByColumn);
      rows = rows.orderBy(column.column, page.isAsc === false ? 'desc' : 'asc');
    }
    // The identifier breaks ties, so that no row appears on two pages.
    rows = ordered(rows, conditions).orderBy(this.#model.id.column).limit(page.pageSize).offset(offset);
    return { total, rows: (await rows.execute()).map((row) => this.#entity(row)) };
  }

  selectCount(where?: Where<Row>): Promise<number> {
    return this.#count(this.#conditions(where));
  }

  async exists(where?: Where<Row>): Promise<boolean> {
    const found = await this.#query
      .selectFrom(this.#model.table)
      .select(this.#model.id.column)
      .where(this.#conditions(where).expression)
      .limit(1)
      .execute();
    return found.length > 0;
  }

  async insert(row: Row): Promise<Row> {
    const [inserted] = await this.insertBatch([row]);
    return inserted ?? {};
  }

  async insertBatch(rows: readonly Row[]): Promise<Row[]> {
    if (rows.length === 0) return [];
    const { id } = this.#model;
    const missing = rows.filter((row) => (row[id.field] ?? null) === null).length;
    const given = (missing > 1 ? await this.#ids.take(missing) : []).values();
    const complete = rows.map((row) => this.#completed(row, given));
    return this.#transactionFor(rows.length, async () => {
      for (const batch of batches(complete)) {
        await translateDuplicate(
          this.#model,
          this.#query.insertInto(this.#model.table).values(batch).execute(),
        );
      }
      return this.selectByIds(complete.map((row) => row[id.column] as Key));
    });
  }

  async updateById(row: Row): Promise<number> {
    const { id, version } = this.#model;
    const key = row[id.field] as Key | null | undefined;
    if (key === undefined || key === null) throw rowIdMissing(this.#model);
    const changes = this.#columnValues(row, (column) => column.role === 'plain');
    const expected = version && (row[version.field] as number | undefined);
    if (Object.keys(changes).length === 0 && expected === undefined) return this.#count(this.#byId([key]));
    const conditions = this.#byId([key]);
    if (version && expected !== undefined) conditions.eq(version.field, expected);
    return this.#change(changes, conditions);
  }

  async update(changes: Row, where: Where<Row>): Promise<number> {
    const conditions = this.#limited(where);
    const values = this.#columnValues(changes, (column) => column.role === 'plain');
    return Object.keys(values).length === 0 ? this.#count(conditions) : this.#change(values, conditions);
  }

  deleteById(id: Key): Promise<number> {
    return this.deleteByIds([id]);
  }

  async deleteByIds(ids: readonly Key[]): Promise<number> {
    return this.#transactionFor(Math.ceil(ids.length / KEYS), async () => {
      let removed = 0;
      for (const some of chunks(ids, KEYS)) removed += await this.#remove(this.#byId(some));
      return removed;
    });
  }

  async delete(where: Where<Row>): Promise<number> {
    return this.#remove(this.#limited(where));
  }

  async #change(changes: Row, { expression }: ConditionBuilder): Promise<number> {
    const { table, version } = this.#model;
    const update = this.#query
      .updateTable(table)
      .set(changes)
      .$if(version !== undefined, (query) =>
        query.set((eb) => ({ [version?.column ?? '']: eb(version?.column ?? '', '+', 1) })),
      )
      .where(expression);
    const { numUpdatedRows } = await translateDuplicate(this.#model, update.executeTakeFirstOrThrow());
    return Number(numUpdatedRows);
  }

  async #remove({ expression }: ConditionBuilder): Promise<number> {
    const { table, logicalDelete } = this.#model;
    if (logicalDelete) {
      const changes = { [logicalDelete.column]: true };
      const mark = this.#query.updateTable(table).set(changes).where(expression);
      return Number((await mark.executeTakeFirstOrThrow()).numUpdatedRows);
    }
    const removal = this.#query.deleteFrom(table).where(expression);
    return Number((await removal.executeTakeFirstOrThrow()).numDeletedRows);
  }

  get #query(): Kysely<DynamicSchema> {
    const query = this.#isOfHost ? this.#database.applicationQuery : this.#database.query;
    return query as unknown as Kysely<DynamicSchema>;
  }

  #select(conditions: ConditionBuilder): Rows {
    const { table, columns } = this.#model;
    return this.#query
      .selectFrom(table)
      .select(columns.map(({ column, field }) => `${column} as ${field}`))
      .where(conditions.expression);
  }

  async #count(conditions: ConditionBuilder): Promise<number> {
    const { count } = await this.#query
      .selectFrom(this.#model.table)
      .select((eb) => eb.fn.countAll().as('count'))
      .where(conditions.expression)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Excludes logically deleted rows from every read and change. */
  #conditions(where?: Where<Row>): ConditionBuilder {
    const { logicalDelete } = this.#model;
    const outer = this.#builder();
    const inner = (q: ConditionBuilder): ConditionBuilder => q.apply(where);
    outer.and((q) => inner(q as ConditionBuilder));
    return logicalDelete ? outer.eq(logicalDelete.field, false) : outer;
  }

  /**
   * The condition of a change of many rows.
   *
   * @throws MAPPER_CONDITION_MISSING
   */
  #limited(where: Where<Row>): ConditionBuilder {
    if (this.#builder().apply(where).isEmpty) throw conditionMissing(this.#model);
    return this.#conditions(where);
  }

  #byId(ids: readonly Key[]): ConditionBuilder {
    const { field } = this.#model.id;
    return ids.length === 1
      ? this.#conditions({ [field]: ids[0] })
      : this.#conditions((q) => q.in(field, ids));
  }

  #builder(): ConditionBuilder {
    return new ConditionBuilder(this.#model, this.#database.dialect);
  }

  /** Adds an identifier, version 0 and the mark of a row that is not deleted. */
  #completed(row: Row, given: Iterator<number, undefined>): Row {
    const { id, logicalDelete, version } = this.#model;
    const values = this.#columnValues(row, () => true);
    values[id.column] ??= given.next().value ?? this.#ids.next();
    if (logicalDelete) values[logicalDelete.column] ??= false;
    if (version) values[version.column] ??= 0;
    return values;
  }

  #columnValues(row: Row, accept: (column: ColumnModel) => boolean): Row {
    const values: Row = {};
    for (const column of this.#model.columns) {
      const value = row[column.field];
      if (value !== undefined && accept(column)) values[column.column] = toColumn(column, value);
    }
    return values;
  }

  #transactionFor<T>(rows: number, work: () => Promise<T>): Promise<T> {
    return rows > 1 ? this.#database.transaction(work) : work();
  }
}

function ordered(rows: Rows, { orderings }: ConditionBuilder): Rows {
  return orderings.reduce((query, { column, direction }) => query.orderBy(column, direction), rows);
}

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** Groups rows with the same columns into one statement, in their order. */
function* batches(rows: readonly Row[]): Generator<Row[]> {
  let batch: Row[] = [];
  let shape = '';
  for (const row of rows) {
    const columns = Object.keys(row).join();
    if (batch.length > 0 && (columns !== shape || batch.length === BATCH)) {
      yield batch;
      batch = [];
    }
    shape = columns;
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}
