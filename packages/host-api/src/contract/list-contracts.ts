import { pageOf } from '@platform/plugin-sdk/web';
import { Type, type TObject, type TSchema } from 'typebox';
import { contract, type RouteAuth } from './contract.ts';
import type { DataOf } from './data-of.ts';
import { nullableText, oneOf } from './fields.ts';

/** How an export is written. */
export const ExportFormatSchema = oneOf('csv', 'xlsx');

export type ExportFormat = DataOf<typeof ExportFormatSchema>;

/** Language of the titles of an export's columns. */
export const ExportLocaleSchema = oneOf('en-US', 'zh-CN');

export type ExportLocale = DataOf<typeof ExportLocaleSchema>;

/** The filter of a list, with format and language of its export: CSV in English by default. */
export const exportQuery = <const Filter extends TObject['properties']>(filter: TObject<Filter>) =>
  Type.Object({
    ...filter.properties,
    format: Type.Optional(ExportFormatSchema),
    locale: Type.Optional(ExportLocaleSchema),
  });

interface ListedRows<U extends string, Filter extends TObject['properties'], Row extends TObject> {
  /** Address without its last part, such as `/system/user`. */
  readonly url: U;
  readonly auth: RouteAuth;
  /** The rows, as in `Users of the tenant`. */
  readonly summary: string;
  readonly filter: TObject<Filter>;
  readonly row: Row;
}

/**
 * `GET <url>/list` and `GET <url>/export`: the same rows in pages, and as CSV without a limit or as
 * XLSX to 1,048,575 rows. (design 12.1-1)
 */
export const listContracts = <
  const U extends string,
  const Filter extends TObject['properties'],
  Row extends TObject,
>({
  url,
  auth,
  summary,
  filter,
  row,
}: ListedRows<U, Filter, Row>) => ({
  list: contract({
    method: 'GET',
    url: `${url}/list` as const,
    auth,
    summary,
    schema: { query: filter, response: pageOf(row) },
  }),
  export: contract({
    method: 'GET',
    url: `${url}/export` as const,
    auth,
    summary: `${summary} as CSV or XLSX`,
    schema: { query: exportQuery(filter) },
    produces: 'text/csv',
  }),
});

/** A page in the order of time: `total` ends at 10,000, `next` is the `after` of the next page. */
const keyedPageOf = <Row extends TSchema>(row: Row) =>
  Type.Object({
    total: Type.Integer(),
    totalExact: Type.Boolean({ description: 'False where there are more rows than `total`' }),
    rows: Type.Array(row),
    next: nullableText(),
  });

const After = Type.Optional(
  Type.String({ maxLength: 64, description: '`next` of the page before; it replaces `pageNum`' }),
);

/**
 * `GET <url>/list` and `GET <url>/export` of a log: pages by key, and all rows as a file. (design
 * 12.1-1, 16-26)
 */
export const keyedListContracts = <
  const U extends string,
  Filter extends TObject['properties'],
  Row extends TObject,
>(
  listed: ListedRows<U, Filter, Row>,
) => ({
  ...listContracts(listed),
  list: contract({
    method: 'GET',
    url: `${listed.url}/list` as const,
    auth: listed.auth,
    summary: listed.summary,
    schema: {
      query: Type.Object({ ...listed.filter.properties, after: After }),
      response: keyedPageOf(listed.row),
    },
  }),
});
