import { readScripts } from '../placement/migration-folder.ts';
import type { OperationServices } from './services.ts';

/** Tables that an application's scripts on this host create and no other application's do. (spec: L2) */
export async function ownTables(
  { migrator, placement }: Pick<OperationServices, 'migrator' | 'placement'>,
  appCode: string,
): Promise<string[]> {
  const tablesOf = async (code: string): Promise<string[]> =>
    migrator.tables(await readScripts(placement.migrationFolder(code)));
  const foreign = new Set<string>();
  for (const other of await placement.codesWithMigrations()) {
    if (other !== appCode) (await tablesOf(other)).forEach((table) => foreign.add(table.toLowerCase()));
  }
  const own = new Set(await tablesOf(appCode));
  return [...own].filter((table) => !foreign.has(table.toLowerCase()));
}
