import { readdir } from 'node:fs/promises';
import { ignoreMissing } from '../../kernel/index.ts';
import type { ActivePlugins } from './active-plugins.ts';
import { byVersionDescending, parseJarName } from './jar-name.ts';

/** Jars of the plugin directory. */
export interface EffectiveJars {
  /** Jar file names by application code. */
  readonly effective: ReadonlyMap<string, string>;
  /** Jars that are not the effective one of their application. */
  readonly stale: readonly string[];
}

/**
 * Finds the effective jar of each application in the root of the plugin directory.
 *
 * `active-plugins.txt` decides. If it is missing or empty, the highest version of each application
 * is taken. (spec: Files, V5)
 */
export async function findEffectiveJars(activePlugins: ActivePlugins): Promise<EffectiveJars> {
  const entries = await readdir(activePlugins.directory, { withFileTypes: true }).catch(ignoreMissing([]));
  const jars = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jar'))
    .map(({ name }) => name);
  const named = await activePlugins.read();
  const effective = named.size > 0 ? named : highestVersions(jars);
  const used = new Set(effective.values());
  return { effective, stale: jars.filter((jar) => !used.has(jar) && parseJarName(jar) !== undefined).sort() };
}

function highestVersions(jars: readonly string[]): Map<string, string> {
  const highest = new Map<string, string>();
  const parsed = jars.flatMap((jar) => {
    const name = parseJarName(jar);
    return name ? [{ jar, ...name }] : [];
  });
  for (const { appCode, jar } of parsed.sort(byVersionDescending)) {
    if (!highest.has(appCode)) highest.set(appCode, jar);
  }
  return highest;
}
