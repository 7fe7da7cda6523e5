import { splitScript } from '@platform/mapper';
import { columnsAddedIfMissing } from '@platform/package-format';
import type { Definition } from './sqlite-thread.ts';

/** Rows are not needed to prepare statements, and what fills them may take for ever. */
const DEFINES = /^(create|alter|drop)\b/i;
/** `create table … as select …`: the columns without the rows. */
const FROM_QUERY =
  /^(create\s+(?:temp\s+|temporary\s+)?table\s+(?:if\s+not\s+exists\s+)?[^\s(]+\s+as\s+)((?:select|with|values)\b[\s\S]*)$/i;

/** What a script defines on SQLite. @throws SQL_SCRIPT_INVALID */
export function definitionsOf(script: string): Definition[] {
  return splitScript(script, 'sqlite').flatMap(({ text }): Definition[] => {
    if (!DEFINES.test(text)) return [];
    const [added] = columnsAddedIfMissing(text);
    if (added?.start === 0) return [{ table: added.table, column: added.column, sql: added.plain }];
    const [, head, query] = FROM_QUERY.exec(text) ?? [];
    return [{ sql: head && query ? `${head} select * from (${query}\n) limit 0` : text }];
  });
}
