import { join } from 'node:path';
import type { SqlDatabase } from '../../data/index.ts';
import { PlatformError, systemClock } from '../../kernel/index.ts';
import { migrationsFor, Migrator, readScripts } from '../../market/index.ts';

interface ExecutedScript {
  readonly app_code: string;
  readonly script: string;
  readonly version: string;
}

/**
 * Makes the tables of applications on the target: the scripts that ran on the source run there,
 * each as its application wrote it for that kind of database, in the same order.
 *
 * @param pluginDir holds the scripts of each application in `migrations/<code>`
 * @throws MOVE_SCRIPTS_MISSING naming each, SQL_STATEMENT_FAILED naming the script
 */
export async function createApplicationTables(
  source: SqlDatabase,
  target: SqlDatabase,
  pluginDir: string,
  log: (line: string) => void,
): Promise<void> {
  const { rows: executed } = await source.raw<ExecutedScript>(
    'select app_code, script, version from app_schema_history order by executed_at, app_code, script',
  );
  const codes = [...new Set(executed.map(({ app_code: code }) => code))];
  const files = new Map(
    await Promise.all(
      codes.map(async (code) => [code, await readScripts(join(pluginDir, 'migrations', code))] as const),
    ),
  );
  const missing = executed.filter(
    ({ app_code: code, script }) =>
      !migrationsFor(files.get(code) ?? [], source.dialect).some((known) => known.script === script),
  );
  if (missing.length > 0) throw scriptsMissing(missing);
  const migrator = new Migrator(target, systemClock);
  for (const { app_code: code, script, version } of executed) {
    const all = files.get(code) ?? [];
    const chosen = migrationsFor(all, target.dialect).find((known) => known.script === script);
    await migrator.run(
      code,
      version,
      all.filter(({ name }) => name === chosen?.file),
      {
        begin: async () => undefined,
        log: (line) => log(`${code}: ${line}`),
        progress: () => undefined,
      },
    );
  }
}

function scriptsMissing(missing: readonly ExecutedScript[]): PlatformError {
  const names = missing.map(({ app_code: code, script }) => `${code}/${script}`);
  return new PlatformError({
    code: 'MOVE_SCRIPTS_MISSING',
    message: `Scripts that made tables are no longer on this machine: ${names.join(', ')}. No rows were moved.`,
    fix: 'Install these applications again on the embedded database, or uninstall them with their data. Then repeat the command.',
  });
}
