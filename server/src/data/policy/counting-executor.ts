import { DefaultQueryExecutor, type QueryResult } from 'kysely';
import { countStatement, requestContext } from '../../kernel/index.ts';

/** Counts the host's own statements of a request that is measured. (design 12: why it was slow) */
export class CountingExecutor extends DefaultQueryExecutor {
  override async executeQuery<R>(
    ...asked: Parameters<DefaultQueryExecutor['executeQuery']>
  ): Promise<QueryResult<R>> {
    const context = requestContext.current();
    // Statements of an application are those of its mappers.
    const use = context?.appCode === undefined ? context?.statements : undefined;
    if (!use) return super.executeQuery<R>(...asked);
    const startedAt = performance.now();
    try {
      return await super.executeQuery<R>(...asked);
    } finally {
      countStatement(use, nameOf(asked[0].sql), performance.now() - startedAt);
    }
  }
}

const NAME = /^\W*(\w+).*?\b(?:from|into|update)\s+["`]?(\w+)/is;

/** `select sys_user`: the verb and the first table. */
function nameOf(sql: string): string {
  const [, verb = 'statement', table = ''] = NAME.exec(sql) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}
