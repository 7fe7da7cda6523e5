import { readScripts } from '../disk/migration-folder.ts';
import type { Placement } from '../disk/placement.ts';
import type { Migrator } from './migrator.ts';

export interface InstalledScripts {
  readonly migrator: Migrator;
  readonly placement: Placement;
}

/** Tables that only this application's scripts on this host create. (spec: L2) */
export async function ownTables(
  { migrator, placement }: InstalledScripts,
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
