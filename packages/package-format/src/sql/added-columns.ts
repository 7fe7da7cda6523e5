/** `ALTER TABLE t ADD COLUMN IF NOT EXISTS c …`, which MariaDB and PostgreSQL have, and SQLite and MySQL have not. */
export interface AddedColumn {
  /** Without quotes. */
  readonly table: string;
  /** Without quotes. */
  readonly column: string;
  /** The statement without `IF NOT EXISTS` and without its semicolon. */
  readonly plain: string;
  /** Where the statement begins in the script, and where it ends, semicolon included. */
  readonly start: number;
  readonly end: number;
}

const NAME = String.raw`(?:\w+|"[^"]+"|${'`[^`]+`'})`;
const REST = String.raw`(?:'(?:[^']|'')*'|[^;'])*`;
/** Comments and texts are passed over, so that what stands in them is no statement. */
const STATEMENT = new RegExp(
  String.raw`--[^\n]*|/\*[\s\S]*?\*/|'(?:[^']|'')*'|\b(alter\s+table\s+(${NAME})\s+add\s+(?:column\s+)?)if\s+not\s+exists\s+((${NAME})${REST})(;|$)`,
  'gi',
);

/** The statements of a script that add a column where it is missing, in their order. One column a statement. (spec: L1) */
export function columnsAddedIfMissing(sql: string): AddedColumn[] {
  return [...sql.matchAll(STATEMENT)].flatMap(({ 0: text, index, ...groups }) => {
    const [head, table, rest, column] = [groups[1], groups[2], groups[3], groups[4]];
    if (!head || !table || !rest || !column) return [];
    return [
      {
        table: unquoted(table),
        column: unquoted(column),
        plain: head + rest,
        start: index,
        end: index + text.length,
      },
    ];
  });
}

const unquoted = (name: string): string => (/^\w/.test(name) ? name : name.slice(1, -1));
