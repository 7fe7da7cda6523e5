import type { Page, PageQuery } from '@platform/plugin-sdk/core';
import type { StatementKind, StatementRunner } from '@platform/plugin-sdk/host';
import type { Database } from '../../../data/index.ts';
import { PlatformError } from '../../../kernel/index.ts';
import { snakeCase, type EntityModel } from '../entity-model.ts';
import { property, type Scope } from '../expression/values.ts';
import { orderColumnUnknown, translateDuplicate } from '../row-errors.ts';
import type { MapperStatement } from './compile-statement.ts';
import { SqlContext } from './sql-context.ts';

type Row = Record<string, unknown>;

/** Puts a statement together for its parameters. */
export function renderStatement(
  { content }: MapperStatement,
  parameters: object,
  databaseId: string,
): SqlContext {
  const scope: Scope = {
    lookup: (name) => {
      if (name === '_parameter') return parameters;
      return name === '_databaseId' ? databaseId : property(parameters, name);
    },
  };
  const context = new SqlContext(scope);
  content(context);
  return context;
}

/** What a field of a mapper runs. (design 9.1-1) */
export function statementRunner(
  statement: MapperStatement,
  kind: StatementKind,
  database: Database,
  model: EntityModel,
): StatementRunner {
  const { name, ignoreTenant, mapRow } = statement;
  const render = (parameters: object): SqlContext => renderStatement(statement, parameters, database.dialect);
  const select = async (text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await database.statement(text, values, { ignoreTenant })).rows;
  const rows = (parameters: object): Promise<Row[]> => {
    const { text, values } = render(parameters);
    return select(text, values);
  };
  const single = async (parameters: object): Promise<Row | undefined> => {
    const [row, ...more] = await rows(parameters);
    if (more.length > 0) throw ambiguous(name, more.length + 1);
    return row;
  };
  switch (kind) {
    case 'list':
      return async (parameters) => (await rows(parameters)).map(mapRow);
    case 'one':
      return async (parameters) => {
        const row = await single(parameters);
        return row && mapRow(row);
      };
    case 'value':
      return async (parameters) => {
        const row = await single(parameters);
        return row ? firstOf(mapRow(row)) : null;
      };
    case 'page':
      return async (parameters, page): Promise<Page<unknown>> => {
        if (!page) throw pageMissing(name);
        const { text, values } = render(parameters);
        const [counted] = await select(`select count(*) as total from (${text}\n) counted`, values);
        const total = Number(counted?.total ?? 0);
        const offset = (page.pageNum - 1) * page.pageSize;
        if (offset >= total) return { total, rows: [] };
        const limited = new SqlContext({ lookup: () => null });
        limited.text = `${orderedBy(text, page, model)}\nlimit `;
        limited.values.push(...values);
        limited.bind(page.pageSize);
        limited.text += ' offset ';
        limited.bind(offset);
        return { total, rows: (await select(limited.text, limited.values)).map(mapRow) };
      };
    case 'execute':
      return async (parameters) => {
        const { text, values } = render(parameters);
        const write = database.statement(text, values, { ignoreTenant });
        return (await translateDuplicate(model, write)).affectedRows;
      };
  }
}

/** The order that a caller asked for goes around the statement; only names that the statement or entity has are taken. */
function orderedBy(text: string, { orderByColumn, isAsc }: PageQuery, model: EntityModel): string {
  if (orderByColumn === undefined) return text;
  const column = model.byField.get(orderByColumn)?.column ?? snakeCase(orderByColumn);
  const known = /^[a-z_][a-z0-9_]*$/.test(column) && new RegExp(`\\b${column}\\b`, 'i').test(text);
  if (!known && !model.byField.has(orderByColumn)) throw orderColumnUnknown(model, orderByColumn);
  return `select * from (${text}\n) paged order by ${column} ${isAsc === false ? 'desc' : 'asc'}`;
}

const firstOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (Object.values(value)[0] ?? null) : value;

const ambiguous = (name: string, rows: number): PlatformError =>
  new PlatformError({
    code: 'MAPPER_RESULT_AMBIGUOUS',
    message: `${name} found ${rows} rows where one was expected.`,
    fix: 'Narrow its condition, or declare it with selectList.',
  });

const pageMissing = (name: string): PlatformError =>
  new PlatformError({
    code: 'MAPPER_PARAMETER_INVALID',
    message: `${name} was called without a page.`,
    fix: 'Give { pageNum, pageSize } as the second argument.',
  });
