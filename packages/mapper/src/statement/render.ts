import type { CompiledSql } from './compiled-sql.ts';
import { SqlContext } from './sql-context.ts';

/** Renders a statement for its parameters. */
export function renderStatement(
  { content }: CompiledSql,
  parameters: object,
  databaseId: string,
): SqlContext {
  const context = new SqlContext(parameters, databaseId);
  content(context);
  return context;
}
