import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SourceFile } from './file-set.ts';
import { exists, namesIn, writeWhole } from './files.ts';

/** A script file as the package ships it. */
export interface ScriptFile {
  readonly name: string;
  readonly text: string;
}

/** `<plugin-dir>/migrations/<code>/`, replaced as a whole. (spec: Placement targets) */
export interface MigrationFolderPlan {
  /** Relative to the plugin directory, like `staging`. */
  readonly target: string;
  readonly staging: string;
  /** The folder existed before. */
  readonly existed: boolean;
}

export async function placeMigrations(
  pluginDir: string,
  plan: MigrationFolderPlan,
  files: readonly SourceFile[],
): Promise<void> {
  const { target, staging } = located(pluginDir, plan);
  const next = join(staging, 'next');
  await mkdir(next, { recursive: true });
  for (const file of files) await writeWhole(join(next, file.path), await file.read());
  if (await exists(target)) await rename(target, join(staging, 'previous'));
  await mkdir(dirname(target), { recursive: true });
  await rename(next, target);
}

/**
 * Restores the former scripts. Safe to repeat.
 *
 * @param ran scripts of the new version ran: they stay, because the tables they created do (spec:
 *   L1, L2)
 */
export async function rollBackMigrations(
  pluginDir: string,
  plan: MigrationFolderPlan,
  ran: boolean,
): Promise<void> {
  const { target, staging, existed } = located(pluginDir, plan);
  const previous = join(staging, 'previous');
  if (!ran && !existed) await rm(target, { recursive: true, force: true });
  else if (!ran && (await exists(previous))) {
    await rm(target, { recursive: true, force: true });
    await rename(previous, target);
  }
  await rm(staging, { recursive: true, force: true });
}

function located(pluginDir: string, plan: MigrationFolderPlan): MigrationFolderPlan {
  return { ...plan, target: join(pluginDir, plan.target), staging: join(pluginDir, plan.staging) };
}

export async function readScripts(folder: string): Promise<ScriptFile[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}
