import { createHash } from 'node:crypto';
import { PlatformError } from '../../kernel/index.ts';
import type { ScriptFile } from '../disk/migration-folder.ts';

export type Dialect = 'sqlite' | 'mysql' | 'postgres';

/** A script selected for one dialect. */
export interface Migration {
  /** Name in the history, without a dialect: `x.sql`. */
  readonly script: string;
  /** File to run: `x.sql` or `x.mysql.sql`. */
  readonly file: string;
  readonly text: string;
  readonly checksum: string;
}

const dialectSuffix = /\.(sqlite|mysql|postgres)\.sql$/;

/**
 * The scripts for a dialect in file name order.
 *
 * `x.<dialect>.sql` takes precedence over `x.sql`; scripts of other dialects are left out.
 * (spec: L1; design 4.4)
 */
export function migrationsFor(files: readonly ScriptFile[], dialect: Dialect): Migration[] {
  const chosen = new Map<string, ScriptFile>();
  for (const file of files) {
    if (!file.name.endsWith('.sql')) continue;
    const variant = dialectSuffix.exec(file.name)?.[1];
    if (variant !== undefined && variant !== dialect) continue;
    const script = file.name.replace(dialectSuffix, '.sql');
    if (variant !== undefined || !chosen.has(script)) chosen.set(script, file);
  }
  return [...chosen.entries()]
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([script, file]) => ({
      script,
      file: file.name,
      text: file.text,
      checksum: createHash('sha256').update(file.text).digest('hex'),
    }));
}

/**
 * Scripts that have not run yet.
 *
 * @param executed checksums by script name
 * @throws MIGRATION_CHANGED (409) naming every executed script that differs (spec: Errors, L1)
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  executed: ReadonlyMap<string, string>,
): Migration[] {
  const changed = migrations.filter(({ script, checksum }) => {
    const known = executed.get(script);
    return known !== undefined && known !== checksum;
  });
  if (changed.length > 0) {
    const names = changed.map((migration) => migration.file).join(', ');
    throw new PlatformError({
      code: 'MIGRATION_CHANGED',
      status: 409,
      message: `Migration scripts changed after they were executed: ${names}. Nothing was run.`,
      fix: 'Restore the executed scripts and make the change in a new script.',
      details: changed.map(({ script, file, checksum }) => ({
        script,
        file,
        checksum,
        executedChecksum: executed.get(script),
      })),
    });
  }
  return migrations.filter(({ script }) => !executed.has(script));
}
