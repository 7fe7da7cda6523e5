import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScriptFile } from '../migrations/migration-plan.ts';
import type { SourceFile } from './file-set.ts';
import { exists, namesIn, writeWhole } from './files.ts';

/** `<plugin-dir>/migrations/<code>/`, replaced as a whole: cleared before each placement. (spec: Placement targets) */
export interface MigrationFolderPlan {
  readonly target: string;
  readonly staging: string;
}

export async function placeMigrations(
  plan: MigrationFolderPlan,
  files: readonly SourceFile[],
): Promise<void> {
  const next = join(plan.staging, 'next');
  await mkdir(next, { recursive: true });
  for (const file of files) await writeWhole(join(next, file.path), await file.read());
  if (await exists(plan.target)) await rename(plan.target, join(plan.staging, 'previous'));
  await mkdir(dirname(plan.target), { recursive: true });
  await rename(next, plan.target);
}

/**
 * Puts the scripts back that were there before, unless scripts of the new version have run: these stay, as what they
 * created does. (spec: L1, L2)
 */
export async function takeBackMigrations(plan: MigrationFolderPlan, ran: boolean): Promise<void> {
  const previous = join(plan.staging, 'previous');
  const placed = !(await exists(join(plan.staging, 'next')));
  if (!ran && (await exists(plan.staging)) && placed) {
    await rm(plan.target, { recursive: true, force: true });
    if (await exists(previous)) await rename(previous, plan.target);
  } else if (!placed && (await exists(previous)) && !(await exists(plan.target))) {
    await rename(previous, plan.target);
  }
  await rm(plan.staging, { recursive: true, force: true });
}

export async function readScripts(folder: string): Promise<ScriptFile[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}
