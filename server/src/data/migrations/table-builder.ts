import { sql, type ColumnDefinitionBuilder, type CreateTableBuilder, type RawBuilder } from 'kysely';
import type { HostSchema } from '../schema/index.ts';
import { columnTypes, type ColumnTypes } from './column-types.ts';
import type { MigrationContext } from './migration.ts';

type TableName = keyof HostSchema;
type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export interface ColumnOptions {
  readonly nullable?: boolean;
  readonly default?: string | number | boolean;
}

/** Defines a table of the host for all dialects. Columns are `not null` by default. */
export class TableBuilder<T extends TableName> {
  readonly #context: MigrationContext;
  readonly #types: ColumnTypes;
  readonly #table: T;
  readonly #indexes: Array<{ readonly columns: readonly string[]; readonly unique: boolean }> = [];
  #builder: CreateTableBuilder<string, string>;

  constructor(context: MigrationContext, table: T) {
    this.#context = context;
    this.#types = columnTypes[context.dialect];
    this.#table = table;
    this.#builder = context.db.schema.createTable(table).ifNotExists();
  }

  /** Primary key: an identifier of the host. */
  id(column: keyof HostSchema[T] & string): this {
    return this.#add(column, sql`bigint`, (definition) => definition.primaryKey().notNull());
  }

  primaryKey(...columns: Array<keyof HostSchema[T] & string>): this {
    this.#builder = this.#builder.addPrimaryKeyConstraint(`pk_${this.#table}`, columns);
    return this;
  }

  reference(column: keyof HostSchema[T] & string, options?: ColumnOptions): this {
    return this.#add(column, sql`bigint`, this.#modified(options));
  }

  integer(column: keyof HostSchema[T] & string, options?: ColumnOptions): this {
    return this.#add(column, sql`integer`, this.#modified(options));
  }

  boolean(column: keyof HostSchema[T] & string, value: boolean): this {
    const byDefault = this.#context.dialect === 'sqlite' ? sql.lit(value ? 1 : 0) : sql.lit(value);
    return this.#add(column, this.#types.boolean, (definition) => definition.notNull().defaultTo(byDefault));
  }

  text(column: keyof HostSchema[T] & string, length: number, options?: ColumnOptions): this {
    return this.#add(column, sql.raw(`varchar(${length})`), this.#modified(options));
  }

  longText(column: keyof HostSchema[T] & string, options: { readonly nullable?: boolean } = {}): this {
    return this.#add(column, this.#types.longText, (definition) =>
      options.nullable ? definition : definition.notNull().defaultTo(this.#types.emptyText),
    );
  }

  timestamp(column: keyof HostSchema[T] & string, options?: { readonly nullable?: boolean }): this {
    return this.#add(column, this.#types.timestamp, this.#modified(options));
  }

  /** Makes it a tenant table. */
  tenant(): this {
    return this.#add('tenant_id', sql`varchar(20)`, (definition) => definition.notNull());
  }

  times(): this {
    const filled: Build = (definition) => definition.notNull().defaultTo(this.#types.now);
    return this.#add('create_time', this.#types.timestamp, filled).#add(
      'update_time',
      this.#types.timestamp,
      filled,
    );
  }

  actors(): this {
    const nullable: Build = (definition) => definition;
    return this.#add('create_by', sql`bigint`, nullable).#add('update_by', sql`bigint`, nullable);
  }

  unique(...columns: Array<keyof HostSchema[T] & string>): this {
    this.#indexes.push({ columns, unique: true });
    return this;
  }

  index(...columns: Array<keyof HostSchema[T] & string>): this {
    this.#indexes.push({ columns, unique: false });
    return this;
  }

  /** Creates the table and its indexes where they are missing. */
  async create(): Promise<void> {
    const options = this.#types.tableOptions;
    await (options ? this.#builder.modifyEnd(options) : this.#builder).execute();
    await this.createIndexes();
  }

  /** Creates those that are missing, on a table that exists. */
  async createIndexes(): Promise<void> {
    for (const { columns, unique } of this.#indexes) await this.#createIndex(columns, unique);
  }

  async #createIndex(columns: readonly string[], unique: boolean): Promise<void> {
    const { db, dialect } = this.#context;
    const name = `${unique ? 'uk' : 'ix'}_${this.#table}_${columns.join('_')}`;
    if (dialect === 'mysql' && (await this.#hasIndex(name))) return;
    let builder = db.schema
      .createIndex(name)
      .on(this.#table)
      .columns([...columns]);
    if (unique) builder = builder.unique();
    await (dialect === 'mysql' ? builder : builder.ifNotExists()).execute();
  }

  /** MySQL has no `create index if not exists`. */
  async #hasIndex(name: string): Promise<boolean> {
    const { rows } = await sql`select 1 from information_schema.statistics
      where table_schema = database() and table_name = ${this.#table} and index_name = ${name}`.execute(
      this.#context.db,
    );
    return rows.length > 0;
  }

  #modified(options: ColumnOptions = {}): Build {
    return (definition) => {
      const column = options.nullable ? definition : definition.notNull();
      return options.default === undefined ? column : column.defaultTo(sql.lit(options.default));
    };
  }

  #add(column: string, type: RawBuilder<unknown>, build: Build): this {
    this.#builder = this.#builder.addColumn(column, type, build);
    return this;
  }
}
