import { PlatformError } from '../../kernel/index.ts';
import type { Dialect, ScriptResult } from '../database.ts';
import { splitScript, type Statement } from './split.ts';

const SHOWN = 200;

/** Runs a script statement by statement. @throws SQL_SCRIPT_INVALID, SQL_STATEMENT_FAILED */
export async function runScript(
  sql: string,
  dialect: Dialect,
  execute: (statement: string) => Promise<unknown>,
): Promise<ScriptResult> {
  const started = performance.now();
  const statements = splitScript(sql, dialect);
  for (const [index, statement] of statements.entries()) {
    try {
      await execute(statement.text);
    } catch (error) {
      throw failed(statement, index + 1, statements.length, error);
    }
  }
  return { statements: statements.length, durationMs: Math.round(performance.now() - started) };
}

function failed(statement: Statement, number: number, count: number, cause: unknown): PlatformError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const text = statement.text.length > SHOWN ? `${statement.text.slice(0, SHOWN)}…` : statement.text;
  return new PlatformError({
    code: 'SQL_STATEMENT_FAILED',
    message: `Statement ${number} of ${count}, in line ${statement.line}, failed: ${reason}`,
    fix: 'Correct the script. A script that has run may not change: add a new one (spec: L1).',
    details: { statement: number, line: statement.line, text },
    cause,
  });
}
