import mysql, { type SqlValue } from 'mysql2';
import { assertStorable, isIsoTimestamp } from '../values.ts';

/**
 * Formats values for a statement.
 *
 * MySQL rejects `T…Z` in timestamps, so exactly that form is written in MySQL's own, in UTC.
 */
export function formatStatement(sql: string, values: unknown): string {
  const list: unknown[] = Array.isArray(values) ? values : values === undefined ? [] : [values];
  return mysql.format(sql, list.map(toMysql) as SqlValue[], false, 'Z');
}

function toMysql(value: unknown): unknown {
  if (typeof value === 'string') assertStorable(value);
  return isIsoTimestamp(value) ? value.replace('T', ' ').slice(0, 23) : value;
}
