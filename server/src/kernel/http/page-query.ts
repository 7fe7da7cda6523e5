import { PlatformError, type PageQuery } from '@platform/plugin-sdk/core';
import { Type, type TObject } from 'typebox';

/** Accepted by every query schema; {@link pageFrom} validates them. */
const properties = {
  pageNum: Type.Optional(Type.Any()),
  pageSize: Type.Optional(Type.Any()),
  orderByColumn: Type.Optional(Type.Any()),
  isAsc: Type.Optional(Type.Any()),
};

/** Adds the page parameters to the schema of a query. (design 2.2) */
export function withPageQuery(query: TObject): TObject {
  return Type.Object({ ...properties, ...query.properties });
}

/** Page parameters that a handler's query leaves out, since the handler reads them from `page`. */
export const undeclaredPageFields = (query: TObject | undefined): readonly string[] =>
  query ? Object.keys(properties).filter((name) => !Object.hasOwn(query.properties, name)) : [];

/**
 * The requested page; by default the first one, with 20 rows.
 *
 * @throws VALIDATION_FAILED
 */
export function pageFrom(query: Readonly<Record<string, unknown>>): PageQuery {
  const { orderByColumn, isAsc } = query;
  return {
    pageNum: integer(query, 'pageNum', 1, Number.MAX_SAFE_INTEGER),
    pageSize: integer(query, 'pageSize', 20, 500),
    ...(orderByColumn === undefined || orderByColumn === '' ? {} : { orderByColumn: column(orderByColumn) }),
    ...(isAsc === undefined || isAsc === '' ? {} : { isAsc: isAsc === 'asc' || isAsc === 'true' }),
  };
}

function integer(
  query: Readonly<Record<string, unknown>>,
  name: string,
  fallback: number,
  most: number,
): number {
  const raw = query[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw refused(name, `must be a whole number from 1 to ${most}`);
}

function column(raw: unknown): string {
  if (typeof raw === 'string' && /^[A-Za-z][A-Za-z0-9]*$/.test(raw)) return raw;
  throw refused('orderByColumn', 'must be the name of a column');
}

function refused(name: string, message: string): PlatformError {
  return new PlatformError({
    code: 'VALIDATION_FAILED',
    status: 400,
    message: `The request is not valid: querystring/${name} ${message}.`,
    fix: 'Correct the fields in details.',
    details: [{ path: `querystring/${name}`, message }],
  });
}
