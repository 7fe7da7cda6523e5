import type { Contract, DataOf } from '@platform/host-api';
import type { TArray, TObject, TSchema } from 'typebox';
import { defineRoute, type Page, type PageQuery, type Route, type Static } from '../../kernel/index.ts';
import { sendExport, type ExportColumn } from './exports/index.ts';
import type { KeyedPage, KeyedQuery } from './keyed-pages.ts';

type Rows<Row extends TSchema> = TObject<{ total: TSchema; rows: TArray<Row> }>;

type KeyedRows<Row extends TSchema> = TObject<{
  total: TSchema;
  totalExact: TSchema;
  rows: TArray<Row>;
  next: TSchema;
}>;

/** Query shared by pages of rows and by exports. */
interface Exported<Query extends TObject, Filter extends TObject, Out, Listed extends TSchema> {
  readonly contracts: {
    readonly list: Contract<'GET', string, { readonly query: Query; readonly response: Listed }>;
    readonly export: Contract<'GET', string, { readonly query: Filter }>;
  };
  /** The rows in the operation log, as in `Export users`. */
  readonly exported: string;
  /** Name of the saved file, without its ending. */
  readonly file: string;
  readonly columns: ReadonlyArray<ExportColumn<Out>>;
}

/** The rows of a log, as pages by key and as one file. */
interface ListedByKey<Filter extends TObject, Row extends TSchema> extends Exported<
  TObject,
  Filter,
  DataOf<Row>,
  KeyedRows<Row>
> {
  readonly rows: {
    list(filter: Static<Filter>, query: KeyedQuery): Promise<KeyedPage<DataOf<Row>>>;
    export(filter: Static<Filter>, query: KeyedQuery): AsyncIterable<ReadonlyArray<DataOf<Row>>>;
  };
}

/** The rows of a list, as pages and as one file. */
interface ListedRows<Filter extends TObject, Row extends TSchema, Out> extends Exported<
  Filter,
  TObject,
  Out,
  Rows<Row>
> {
  readonly rows: {
    list(filter: Static<Filter>, page: PageQuery): Promise<Page<DataOf<Row>>>;
    /** All of them; the order is refused at once. */
    export(filter: Static<Filter>, page: PageQuery): AsyncIterable<readonly Out[]>;
  };
}

/**
 * Serves a list in pages, and as a file of any length. The operation log records each export.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400), from both, at their requests
 */
export function listRoutes<Filter extends TObject, Row extends TSchema, Out>(
  listed: ListedRows<Filter, Row, Out>,
): Route[] {
  const { contracts, exported, file, columns, rows } = listed;
  // Erased, since TypeScript cannot compute with the schema of a row that is still a parameter.
  const response: TSchema = contracts.list.schema.response;
  return [
    defineRoute({
      ...contracts.list,
      schema: { query: contracts.list.schema.query, response },
      handler: (ctx) => rows.list(ctx.query as Static<Filter>, ctx.page),
    }),
    defineRoute({
      ...contracts.export,
      audit: `Export ${exported}`,
      handler: (ctx) =>
        sendExport(ctx, { file, columns, batches: rows.export(ctx.query as Static<Filter>, ctx.page) }),
    }),
  ];
}

/**
 * Serves a log in pages by key, and as a file of any length. The operation log records each export.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400), from both; PAGE_KEY_INVALID (400)
 */
export function keyedListRoutes<Filter extends TObject, Row extends TSchema>(
  listed: ListedByKey<Filter, Row>,
): Route[] {
  const { contracts, exported, file, columns, rows } = listed;
  const response: TSchema = contracts.list.schema.response;
  return [
    defineRoute({
      ...contracts.list,
      schema: { query: contracts.list.schema.query, response },
      handler: (ctx) => {
        const query = ctx.query as Static<Filter> & { readonly after?: string };
        return rows.list(query, { ...ctx.page, after: query.after });
      },
    }),
    defineRoute({
      ...contracts.export,
      audit: `Export ${exported}`,
      handler: (ctx) =>
        sendExport(ctx, { file, columns, batches: rows.export(ctx.query as Static<Filter>, ctx.page) }),
    }),
  ];
}
