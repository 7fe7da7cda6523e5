import semver from 'semver';

/** Parts of a backend jar's file name. (spec: V1) */
export interface JarName {
  readonly appCode: string;
  readonly version: string;
}

/** Parses `platform-<code>-plugin-<x.y.z>.jar`; returns undefined for any other name. */
export function parseJarName(fileName: string): JarName | undefined {
  const match = /^platform-([a-z][a-z0-9-]*)-plugin-(.+)\.jar$/.exec(fileName);
  const [, appCode, version] = match ?? [];
  if (!appCode || !version || !semver.valid(version)) return undefined;
  return { appCode, version };
}

/** Sorts the highest version first. */
export function byVersionDescending(a: JarName, b: JarName): number {
  return semver.rcompare(a.version, b.version);
}
