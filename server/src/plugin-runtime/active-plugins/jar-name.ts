import semver from 'semver';

/** What the name of a backend jar says. (spec: V1) */
export interface JarName {
  readonly appCode: string;
  readonly version: string;
}

/** Reads `platform-<code>-plugin-<x.y.z>.jar`; undefined for another name. */
export function parseJarName(fileName: string): JarName | undefined {
  const match = /^platform-([a-z][a-z0-9-]*)-plugin-(.+)\.jar$/.exec(fileName);
  const [, appCode, version] = match ?? [];
  if (!appCode || !version || !semver.valid(version)) return undefined;
  return { appCode, version };
}

/** Highest version first. */
export function byVersionDescending(a: JarName, b: JarName): number {
  return semver.rcompare(a.version, b.version);
}
