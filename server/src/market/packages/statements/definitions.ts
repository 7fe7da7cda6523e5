import { splitScript } from '@platform/mapper';
import { columnsAddedIfMissing } from '@platform/package-format';
import type { Definition } from './sqlite-thread.ts';

/** Only definitions: preparing needs no rows, and filling them may take arbitrarily long. */
const DEFINES = /^(create|alter|drop)\b/i;
/** Matches `create table … as select …`, which is run without its rows. */
const FROM_QUERY =
  /^(create\s+(?:temp\s+|temporary\s+)?table\s+(?:if\s+not\s+exists\s+)?[^\s(]+\s+as\s+)((?:select|with|values)\b[\s\S]*)$/i;

/** The definitions of a script for SQLite. @throws SQL_SCRIPT_INVALID */
export function definitionsOf(script: string): Definition[] {
  return splitScript(script, 'sqlite').flatMap(({ text }): Definition[] => {
    if (!DEFINES.test(text)) return [];
    const [added] = columnsAddedIfMissing(text);
    if (added?.start === 0) return [{ table: added.table, column: added.column, sql: added.plain }];
    const [, head, query] = FROM_QUERY.exec(text) ?? [];
    return [{ sql: head && query ? `${head} select * from (${query}\n) limit 0` : text }];
  });
}
