import { PlatformError } from '../../kernel/index.ts';

/**
 * Refuses scripts that create a table which, by the longest matching prefix, belongs to another application.
 * (design 9.1-9)
 *
 * @param tables names that the application's scripts create
 * @param appCodes every application known to the host
 * @throws MIGRATION_FOREIGN_TABLE (409) naming each table and whose it is
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
    message: `Scripts of ${appCode} create tables whose names belong to other applications: ${list}. Nothing was run.`,
    fix: "Give the tables names that no other application's prefix fits.",
    details: foreign,
  });
}

function ownerOf(table: string, appCodes: readonly string[]): string | undefined {
  const name = table.toLowerCase();
  return appCodes
    .filter((code) => name.startsWith(`${code.replaceAll('-', '_')}_`))
    .sort((a, b) => b.length - a.length)[0];
}
