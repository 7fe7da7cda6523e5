import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptsFor } from '@platform/package-format';
import { ignoreMissing } from '../../kernel/index.ts';
import type { Database } from '../database.ts';

/**
 * Runs the scripts of a folder that a database gets, without a history: for databases that end with
 * their process. Nothing runs where there is no folder. (design 3.5)
 *
 * @throws SQL_STATEMENT_FAILED
 */
export async function runFolder(folder: string, database: Database): Promise<void> {
  const names = await readdir(folder).catch(ignoreMissing([]));
  for (const { file } of scriptsFor(names, database.dialect)) {
    await database.executeScript(await readFile(join(folder, file), 'utf8'));
  }
  await database.refreshTenantTables();
}
