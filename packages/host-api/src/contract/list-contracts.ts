import { pageOf } from '@platform/plugin-sdk/web';
import type { TObject } from 'typebox';
import { contract, type RouteAuth } from './contract.ts';

/** Rows that an export holds at most. */
export const EXPORT_LIMIT = 10_000;

interface ListedRows<U extends string, Filter extends TObject, Row extends TObject> {
  /** Address without its last part, such as `/system/user`. */
  readonly url: U;
  readonly auth: RouteAuth;
  /** The rows, as in `Users of the tenant`. */
  readonly summary: string;
  readonly filter: Filter;
  readonly row: Row;
}

/**
 * `GET <url>/list` and `GET <url>/export`: the same rows in pages, and as CSV up to {@link
 * EXPORT_LIMIT}.
 */
export const listContracts = <const U extends string, Filter extends TObject, Row extends TObject>({
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
    summary: `${summary} as CSV, at most ${EXPORT_LIMIT.toLocaleString('en-US')} rows`,
    schema: { query: filter },
    produces: 'text/csv',
  }),
});
