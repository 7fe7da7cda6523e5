import type { CodeOwner } from '../isolation/intrinsics/intrinsics-guard.ts';
import { verifyJar } from '../jar/verify-jar.ts';
import type { PluginIndex } from '../jar/plugin-index.ts';
import { readJar } from '../jar/read-jar.ts';
import type { JarSource, PluginJar } from '../contract/plugin-jar.ts';
import { siblingCode } from '../imports/import-kind.ts';
import type { LoadStages } from './load-stages.ts';

/** The sources of one version, kept in memory so that it can be rebuilt. */
export interface ApplicationSource extends CodeOwner {
  readonly appCode: string;
  readonly jar: PluginJar;
  readonly index: PluginIndex;
  /** Codes of the applications whose classes it imports. */
  readonly siblings: readonly string[];
}

/** Reads and verifies a jar without running its code. */
export async function readApplication(
  appCode: string,
  source: JarSource,
  stages: LoadStages,
): Promise<ApplicationSource> {
  const jar = await stages.run('read', () => readJar(source));
  const index = await stages.run('verify', () => verifyJar(appCode, jar));
  const siblings = index.packages.flatMap((name) => siblingCode(name) ?? []);
  const holds = (text: string): boolean =>
    jar.entries('').some((entry) => entry.endsWith('.js') && jar.text(entry)?.includes(text));
  return { appCode, jar, index, siblings, holds };
}
