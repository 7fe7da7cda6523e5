import { PlatformError } from '@platform/plugin-sdk/core';
import type { Dialect } from '../dialect.ts';
import type { CompiledStatement } from '../statement/compile-statement.ts';
import { assemble } from '../tenant/plan.ts';
import { planStatement } from '../tenant/plan-statement.ts';
import type { UnknownTable } from '../refusals.ts';
import { limitOf } from '../tenant/row-limit.ts';
import type { Tables } from '../tenant/tables.ts';
import { checkPart, type WrongPart } from './check-part.ts';
import { failureOf } from './failure.ts';
import { lineOf } from './line-of.ts';

/** The migrated database on which statements are prepared. */
export interface StatementDatabase {
  readonly dialect: Dialect;
  readonly tables: Tables;
  /** Prepares a statement without running it. Rejects with the driver's error. */
  prepare(sql: string): Promise<void>;
  /** Whether the database no longer answers. */
  isOver?(): boolean;
}

/** Location of a statement. */
export interface StatementPlace {
  readonly entry: string;
  readonly xml: string;
  /** Prefix of the application's tables. */
  readonly tablePrefix: string;
}

/**
 * A problem of a statement.
 *
 * `column`, `table`: unknown name. `other`: syntax, functions, types. `tenant`: cannot be limited
 * to the tenant. `scope`: not to the caller's data scope. `forbidden`: not allowed for
 * applications. `absent`: table of another application, which may be installed later. `invalid`:
 * XML that no database gets to see.
 */
export interface StatementFinding {
  readonly kind: 'column' | 'table' | 'other' | 'tenant' | 'scope' | 'forbidden' | 'absent' | 'invalid';
  readonly code: string;
  readonly entry: string;
  /** The statement's id. */
  readonly statement: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** Findings, and whether they are complete: the database answered every time. */
export interface StatementCheck {
  readonly findings: readonly StatementFinding[];
  readonly complete: boolean;
}

interface Failure {
  readonly kind: 'column' | 'table' | 'other' | 'tenant' | 'scope' | 'forbidden';
  readonly message: string;
  readonly fix: string;
  readonly name: string | undefined;
}

const RANK: Readonly<Record<Failure['kind'], number>> = {
  forbidden: 4,
  column: 3,
  table: 2,
  tenant: 1,
  scope: 1,
  other: 0,
};
const CODES: Readonly<Partial<Record<Failure['kind'], string>>> = {
  forbidden: 'SQL_FORBIDDEN',
  tenant: 'TENANT_QUERY_REFUSED',
  scope: 'DATA_SCOPE_INVALID',
};
const codeOf = (kind: Failure['kind']): string => CODES[kind] ?? 'MAPPER_STATEMENT_INVALID';

const REFUSED: Readonly<Record<string, Failure['kind']>> = {
  SQL_FORBIDDEN: 'forbidden',
  DATA_SCOPE_INVALID: 'scope',
};

/** Prepares a statement and its `selectKey`s in every variant. (design 16-2) */
export async function checkStatement(
  statement: CompiledStatement,
  place: StatementPlace,
  database: StatementDatabase,
): Promise<StatementCheck> {
  const { entry, xml, tablePrefix } = place;
  const absent = new Set<string>();
  const state = { complete: true };
  const attempt = (text: string): Promise<Failure | undefined> =>
    attemptText(text, { statement, tablePrefix, database, absent, state });
  const wrong: Array<WrongPart<Failure>> = [];
  for (const part of [statement.keys.before, statement, statement.keys.after]) {
    if (part) wrong.push(...(await checkPart(part, database.dialect, attempt, ({ kind }) => RANK[kind])));
  }
  const { id } = statement;
  const found = wrong.map(({ failure, line }): StatementFinding => {
    const at = lineOf(xml, statement.line, line, failure.name);
    const message = `Statement ${id} (line ${at}): ${failure.message}`;
    return {
      kind: failure.kind,
      code: codeOf(failure.kind),
      entry,
      statement: id,
      line: at,
      message,
      fix: failure.fix,
    };
  });
  const missing = [...absent].map((table): StatementFinding => {
    const at = lineOf(xml, statement.line, undefined, table);
    const message = `Statement ${id} (line ${at}) names the table ${table}, which does not exist.`;
    const fix = 'Install the application that owns the table, or correct the name.';
    return { kind: 'absent', code: 'MAPPER_TABLE_ABSENT', entry, statement: id, line: at, message, fix };
  });
  return { findings: [...found, ...missing], complete: state.complete };
}

interface Attempt {
  readonly statement: CompiledStatement;
  readonly tablePrefix: string;
  readonly database: StatementDatabase;
  /** Receives missing tables of other applications. */
  readonly absent: Set<string>;
  readonly state: { complete: boolean };
}

async function attemptText(
  text: string,
  { statement, tablePrefix, database, absent, state }: Attempt,
): Promise<Failure | undefined> {
  const { dialect, tables } = database;
  const ofOther = (table: string): boolean => {
    if (table.toLowerCase().startsWith(tablePrefix)) return false;
    absent.add(table.toLowerCase());
    return true;
  };
  const prepare = async (sql: string): Promise<Failure | undefined> => {
    try {
      await database.prepare(sql);
      return undefined;
    } catch (error) {
      const failure = failureOf(error, dialect);
      state.complete &&= failure !== undefined;
      if (!failure || (failure.kind === 'table' && ofOther(failure.name ?? ''))) return undefined;
      return { ...failure, fix: 'Correct the statement, or write a variant with databaseId.' };
    }
  };
  const verbatim = assemble(text, [], dialect).sql;
  let sql: string;
  try {
    sql = planStatement(text, {
      dialect,
      catalog: tables,
      filtered: !statement.ignoreTenant,
      hasUser: true,
      verbatim: statement.ignoreTenant,
      rows: statement.rows && limitOf(statement.rows, { deptIds: [0], own: true }),
    }).sql;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { unknownTable } = (error.details ?? {}) as Partial<UnknownTable>;
    if (unknownTable !== undefined && ofOther(unknownTable)) return undefined;
    const refused = REFUSED[error.code] ?? 'tenant';
    const kind = unknownTable === undefined ? refused : 'table';
    return { kind, message: error.message, fix: error.fix ?? 'Correct the statement.', name: unknownTable };
  }
  const failure = await prepare(sql);
  if (failure?.kind !== 'other' || sql === verbatim || (await prepare(verbatim)) !== undefined)
    return failure;
  return {
    kind: 'tenant',
    message: `The query cannot be limited to the tenant: with the tenant's condition, ${failure.message}`,
    fix: 'Simplify the statement, or mark it tenant="ignore" if it may see the rows of all tenants.',
    name: failure.name,
  };
}
