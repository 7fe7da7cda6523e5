import type { Contract, DataOf } from '@platform/host-api';
import type { TArray, TObject, TSchema } from 'typebox';
import { defineRoute, type Page, type PageQuery, type Route, type Static } from '../../kernel/index.ts';
import { toCsv, toCsvStream, type CsvColumn } from './csv.ts';
import type { KeyedPage, KeyedQuery } from './keyed-pages.ts';

type Rows<Row extends TSchema> = TObject<{ total: TSchema; rows: TArray<Row> }>;

type KeyedRows<Row extends TSchema> = TObject<{
  total: TSchema;
  totalExact: TSchema;
  rows: TArray<Row>;
  next: TSchema;
}>;

/** The rows of a log, as pages by key and as one file. */
interface ListedByKey<Filter extends TObject, Row extends TSchema> {
  readonly contracts: {
    readonly list: Contract<'GET', string, { readonly query: TObject; readonly response: KeyedRows<Row> }>;
    readonly export: Contract<'GET', string, { readonly query: Filter }>;
  };
  readonly exported: string;
  readonly file: string;
  readonly columns: ReadonlyArray<CsvColumn<DataOf<Row>>>;
  readonly rows: {
    list(filter: Static<Filter>, query: KeyedQuery): Promise<KeyedPage<DataOf<Row>>>;
    export(filter: Static<Filter>, query: KeyedQuery): AsyncIterable<ReadonlyArray<DataOf<Row>>>;
  };
}

/** The rows of a list, as pages and as one file. */
interface ListedRows<Filter extends TObject, Row extends TSchema> {
  readonly contracts: {
    readonly list: Contract<'GET', string, { readonly query: Filter; readonly response: Rows<Row> }>;
    readonly export: Contract<'GET', string, { readonly query: Filter }>;
  };
  /** The rows in the operation log, as in `Export users`. */
  readonly exported: string;
  /** Name of the saved file. */
  readonly file: string;
  readonly columns: ReadonlyArray<CsvColumn<DataOf<Row>>>;
  readonly rows: {
    list(filter: Static<Filter>, page: PageQuery): Promise<Page<DataOf<Row>>>;
    export(filter: Static<Filter>, page: PageQuery): Promise<ReadonlyArray<DataOf<Row>>>;
  };
}

/**
 * Serves a list in pages, and as CSV. The operation log records each export.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400), from both, at their requests
 */
export function listRoutes<Filter extends TObject, Row extends TSchema>(
  listed: ListedRows<Filter, Row>,
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
      handler: async (ctx) =>
        ctx.reply.file(
          toCsv(columns, await rows.export(ctx.query as Static<Filter>, ctx.page)),
          file,
          'text/csv',
        ),
    }),
  ];
}

/**
 * Serves a log in pages by key, and as CSV of any length. The operation log records each export.
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
        ctx.reply.file(
          toCsvStream(columns, rows.export(ctx.query as Static<Filter>, ctx.page)),
          file,
          'text/csv',
        ),
    }),
  ];
}
