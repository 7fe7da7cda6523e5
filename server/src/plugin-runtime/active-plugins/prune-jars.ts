import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ActivePlugins } from './active-plugins.ts';
import { findEffectiveJars } from './effective-jars.ts';

/** Jars that pruning removed, or would remove in a dry run. */
export interface PruneReport {
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/** Removes the jars of a plugin directory that no application uses. (spec: V5) */
export async function pruneJars(
  directory: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PruneReport> {
  const { effective, stale } = await findEffectiveJars(new ActivePlugins(directory));
  if (!dryRun) await Promise.all(stale.map((jar) => rm(join(directory, jar))));
  return { removed: stale, kept: [...effective.values()].sort() };
}
