import { createHash } from 'node:crypto';
import { scriptsFor, type ChosenScript } from '@platform/package-format';
import type { Dialect } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { ScriptFile } from '../disk/migration-folder.ts';

/** A script selected for one dialect, under its name in the history. */
export interface Migration extends ChosenScript {
  readonly text: string;
  readonly checksum: string;
}

/** The scripts for a dialect with their texts; see {@link scriptsFor}. */
export function migrationsFor(files: readonly ScriptFile[], dialect: Dialect): Migration[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  return scriptsFor([...texts.keys()], dialect).map(({ script, file }) => {
    const text = texts.get(file) ?? '';
    return { script, file, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
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
