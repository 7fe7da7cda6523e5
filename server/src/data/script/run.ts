import { splitScript, type Statement } from '@platform/mapper';
import { columnsAddedIfMissing } from '@platform/package-format';
import { announceLongWork, PlatformError, reasonOf } from '../../kernel/index.ts';
import type { Dialect, ScriptResult } from '../database.ts';

const SHOWN = 200;

type Execute = (
  statement: string,
  parameters?: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>;

/** Checks for a column where the database lacks `add column if not exists`. */
const COLUMN: Partial<Record<Dialect, string>> = {
  sqlite: 'select 1 from pragma_table_info(?) where lower(name) = lower(?)',
  mysql:
    'select 1 from information_schema.columns where table_schema = database() and table_name = ? and column_name = ?',
};

/**
 * Runs a script statement by statement.
 *
 * `ALTER TABLE … ADD COLUMN IF NOT EXISTS` works on every database. (spec: L1)
 *
 * @throws SQL_SCRIPT_INVALID, SQL_STATEMENT_FAILED
 */
export async function runScript(sql: string, dialect: Dialect, execute: Execute): Promise<ScriptResult> {
  const started = performance.now();
  const statements = splitScript(sql, dialect);
  for (const [index, statement] of statements.entries()) {
    announceLongWork('statement');
    try {
      await runStatement(statement.text, dialect, execute);
    } catch (error) {
      throw failed(statement, index + 1, statements.length, error);
    }
  }
  return { statements: statements.length, durationMs: Math.round(performance.now() - started) };
}

async function runStatement(text: string, dialect: Dialect, execute: Execute): Promise<void> {
  const find = COLUMN[dialect];
  const [added] = find === undefined ? [] : columnsAddedIfMissing(text);
  if (find === undefined || added?.start !== 0) await execute(text);
  else if ((await execute(find, [added.table, added.column])).rows.length === 0) await execute(added.plain);
}

function failed(statement: Statement, number: number, count: number, cause: unknown): PlatformError {
  const reason = reasonOf(cause);
  const text = statement.text.length > SHOWN ? `${statement.text.slice(0, SHOWN)}…` : statement.text;
  return new PlatformError({
    code: 'SQL_STATEMENT_FAILED',
    message: `Statement ${number} of ${count} in line ${statement.line} failed: ${reason}`,
    fix: 'Correct the script. If it has run before, add a new script instead.',
    details: { statement: number, line: statement.line, text },
    cause,
  });
}
