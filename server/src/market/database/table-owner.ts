import { PlatformError } from '../../kernel/index.ts';

/**
 * Refuses scripts that change a table of another application, by the longest matching prefix.
 *
 * @param tables tables that the application's scripts change
 * @param appCodes codes of all applications known to the host
 * @throws MIGRATION_FOREIGN_TABLE (409) naming each table and its owner (design 9.1-9)
 */
export function assertOwnTables(
  appCode: string,
  tables: readonly string[],
  appCodes: readonly string[],
): void {
  const foreign = tables.flatMap((table) => {
    const owner = ownerOf(table, [appCode, ...appCodes]);
    return owner === undefined || owner === appCode ? [] : [{ table, owner }];
  });
  if (foreign.length === 0) return;
  const list = foreign.map(({ table, owner }) => `${table} (${owner})`).join(', ');
  throw new PlatformError({
    code: 'MIGRATION_FOREIGN_TABLE',
    status: 409,
    message: `Scripts of ${appCode} change tables with the prefix of other applications: ${list}. Nothing was run.`,
    fix: "Rename the tables, so that they start with the application's own code.",
    details: foreign,
  });
}

/** Code with the longest prefix of a name; undefined where it begins with none. */
export function ownerOf(table: string, appCodes: readonly string[]): string | undefined {
  const name = table.toLowerCase();
  return appCodes
    .filter((code) => name.startsWith(`${code.replaceAll('-', '_')}_`))
    .sort((a, b) => b.length - a.length)[0];
}
