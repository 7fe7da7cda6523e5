import type { TObject } from 'typebox';
import {
  defineRoute,
  pageOf,
  type Page,
  type PageQuery,
  type Route,
  type Static,
} from '../../kernel/index.ts';
import { toCsv, type CsvColumn } from './csv.ts';
import { EXPORT_LIMIT } from './paging.ts';

/** A list of rows that can be narrowed, read in pages, and saved as a whole. */
interface ListedRows<Filter extends TObject, Row> {
  /** Address without its last part, such as `/system/user`. */
  readonly url: string;
  readonly auth: Route['auth'];
  /** What is listed, as in `Users of the tenant`. */
  readonly summary: string;
  /** What is saved, as in `Export users`. */
  readonly exported: string;
  /** Name of the saved file. */
  readonly file: string;
  readonly filter: Filter;
  readonly row: TObject;
  readonly columns: ReadonlyArray<CsvColumn<Row>>;
  readonly rows: {
    list(filter: Static<Filter>, page: PageQuery): Promise<Page<Row>>;
    export(filter: Static<Filter>, page: PageQuery): Promise<Row[]>;
  };
}

/**
 * `GET <url>/list` and `GET <url>/export`: the same rows in pages, and as CSV up to {@link EXPORT_LIMIT}, which the
 * operation log tells of.
 *
 * @throws ORDER_COLUMN_UNKNOWN (400), from both, while they are asked
 */
export function listRoutes<Filter extends TObject, Row>(listed: ListedRows<Filter, Row>): Route[] {
  const { url, auth, summary, exported, file, filter, row, columns, rows } = listed;
  return [
    defineRoute({
      method: 'GET',
      url: `${url}/list`,
      auth,
      summary,
      schema: { query: filter, response: pageOf(row) },
      handler: (ctx) => rows.list(ctx.query as Static<Filter>, ctx.page),
    }),
    defineRoute({
      method: 'GET',
      url: `${url}/export`,
      auth,
      summary: `${summary} as CSV, at most ${EXPORT_LIMIT.toLocaleString('en-US')} rows`,
      schema: { query: filter },
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
