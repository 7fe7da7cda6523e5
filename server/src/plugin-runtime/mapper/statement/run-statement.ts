import { columnNameOf, renderStatement, SqlContext, type CompiledSql } from '@platform/mapper';
import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { StatementKind, StatementRunner } from '@platform/plugin-sdk/host';
import type { Database, RowReaches, StatementOptions } from '../../../data/index.ts';
import { PlatformError } from '../../../kernel/index.ts';
import type { EntityModel } from '../entity-model.ts';
import type { Row } from '../result/rows-mapper.ts';
import { orderColumnUnknown, translateDuplicate } from '../row-errors.ts';
import type { MapperStatement } from './bind-results.ts';
import { runWithKeys } from './run-select-key.ts';

/** Returns the function behind a statement field of a mapper. (design 9.1-1) */
export function statementRunner(
  statement: MapperStatement,
  kind: StatementKind,
  database: Database,
  model: EntityModel,
  reachOfCaller: RowReaches['ofCaller'],
): StatementRunner {
  const { name, mapRows, keys, entry, id, line, rows } = statement;
  const place = `${entry}: Statement ${id} (line ${line})`;
  const plain: StatementOptions = { ignoreTenant: statement.ignoreTenant, place };
  const optionsNow = async (): Promise<StatementOptions> => {
    const reach = rows && (await reachOfCaller());
    return rows && reach ? { ...plain, scoped: { rows, reach } } : plain;
  };
  const run = (sql: CompiledSql, parameters: object) => {
    const { text, values } = renderStatement(sql, parameters, database.dialect);
    const send = (options: StatementOptions) => database.statement<Row>(text, values, options);
    return rows ? optionsNow().then(send) : send(plain);
  };
  const single = async (parameters: object): Promise<unknown> => {
    const found = mapRows((await run(statement, parameters)).rows);
    if (found.length > 1) throw ambiguous(name, found.length);
    return found[0];
  };
  switch (kind) {
    case 'list':
      return async (parameters) => mapRows((await run(statement, parameters)).rows);
    case 'one':
      return single;
    case 'value':
      return async (parameters) => {
        const value = await single(parameters);
        return value === undefined ? null : firstOf(value);
      };
    case 'page':
      return async (parameters, page): Promise<Page<unknown>> => {
        if (!page) throw pageMissing(name);
        const { text, values } = renderStatement(statement, parameters, database.dialect);
        const options = await optionsNow();
        const select = async (sql: string, bound: readonly unknown[]): Promise<Row[]> =>
          (await database.statement<Row>(sql, bound, options)).rows;
        const [counted] = await select(`select count(*) as total from (${text}\n) counted`, values);
        const total = Number(counted?.['total'] ?? 0);
        const offset = (page.pageNum - 1) * page.pageSize;
        if (offset >= total) return { total, rows: [] };
        const limited = new SqlContext({}, database.dialect);
        limited.text = `${orderedBy(text, page, model)}\nlimit `;
        limited.values.push(...values);
        limited.bind(page.pageSize);
        limited.text += ' offset ';
        limited.bind(offset);
        return { total, rows: mapRows(await select(limited.text, limited.values)) };
      };
    case 'execute': {
      const change = async (parameters: object): Promise<number> =>
        (await translateDuplicate(model, run(statement, parameters))).affectedRows;
      if (!keys.before && !keys.after) return change;
      const select = async (sql: CompiledSql, parameters: object) => (await run(sql, parameters)).rows;
      return (parameters) => database.transaction(() => runWithKeys(name, keys, parameters, change, select));
    }
  }
}

/**
 * Wraps a statement in the requested order.
 *
 * Only plain names of columns of the statement or its entity are accepted, since they become SQL.
 */
function orderedBy(text: string, { orderByColumn, isAsc }: PageQuery, model: EntityModel): string {
  if (orderByColumn === undefined) return text;
  const name = columnNameOf(orderByColumn);
  const has = (column: string, before: string): boolean =>
    /^[a-z_][a-z0-9_]*$/.test(column) && new RegExp(`${before}${column}\\b`, 'i').test(text);
  // Outside of the statement, a column is known by its alias.
  const column = has(name, String.raw`\bas\s+`) ? name : (model.byField.get(orderByColumn)?.column ?? name);
  const known = has(column, String.raw`\b`);
  if (!known && !model.byField.has(orderByColumn)) throw orderColumnUnknown(model, orderByColumn);
  return `select * from (${text}\n) paged order by ${column} ${isAsc === false ? 'desc' : 'asc'}`;
}

const firstOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (Object.values(value)[0] ?? null) : value;

const ambiguous = (name: string, rows: number): PlatformError =>
  new PlatformError({
    code: 'MAPPER_RESULT_AMBIGUOUS',
    message: `${name} returned ${rows} rows, but one was expected.`,
    fix: 'Narrow its condition, or declare it with selectList.',
  });

const pageMissing = (name: string): PlatformError =>
  new PlatformError({
    code: 'MAPPER_PARAMETER_INVALID',
    message: `${name} was called without a page.`,
    fix: 'Pass { pageNum, pageSize } as the second argument.',
  });
