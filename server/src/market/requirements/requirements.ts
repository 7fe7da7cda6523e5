import type { AppManifest } from '@platform/package-format';
import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';

/** The part of a manifest that states requirements. */
export type Requirements = Pick<AppManifest, 'platform' | 'dependencies' | 'shared' | 'runtimeApi'>;

/** A required application that is absent, or present outside the range. */
export interface MissingDependency {
  readonly appCode: string;
  readonly range: string;
  /** Enabled version outside the range; null when none is enabled. */
  readonly installed: string | null;
}

/** An application that requires another one. */
export interface Dependent {
  readonly appCode: string;
  /** Version range that it accepts of the required application. */
  readonly range: string;
}

/** A requirement that is not met: a sentence, and its values for a translation. */
export interface Mismatch {
  readonly reason: string;
  readonly params: { readonly needs: string; readonly present: string };
}

/** Reason why this platform cannot run the application; undefined when it can. */
export function platformMismatch(manifest: Requirements, platformVersion: string): Mismatch | undefined {
  const { platform } = manifest;
  if (platform === undefined || semver.satisfies(platformVersion, platform)) return undefined;
  return {
    reason: `It needs platform ${platform}, and this is ${platformVersion}.`,
    params: { needs: platform, present: platformVersion },
  };
}

/** Names with versions; a dash where there is none. */
export function versionList(all: readonly (readonly [name: string, version: string | null])[]): string {
  return all.map(([name, version]) => `${name} ${version ?? '–'}`).join(', ');
}

/**
 * Required dependencies that the tenant lacks.
 *
 * @param enabled versions by code of the applications enabled for the tenant
 */
export function missingDependencies(
  manifest: Requirements,
  enabled: ReadonlyMap<string, string>,
): MissingDependency[] {
  return Object.entries(manifest.dependencies ?? {})
    .map(([appCode, range]) => ({ appCode, range, installed: enabled.get(appCode) ?? null }))
    .filter(({ range, installed }) => installed === null || !semver.satisfies(installed, range));
}

/** Values of the sentence that names missing dependencies, for a translation of it. */
export function missingParams(missing: readonly MissingDependency[]): Mismatch['params'] {
  return {
    needs: versionList(missing.map(({ appCode, range }) => [appCode, range])),
    present: versionList(missing.map(({ appCode, installed }) => [appCode, installed])),
  };
}

/** @throws PLATFORM_INCOMPATIBLE (409) */
export function assertPlatform(manifest: AppManifest, platformVersion: string): void {
  const mismatch = platformMismatch(manifest, platformVersion);
  if (mismatch === undefined) return;
  throw new PlatformError({
    code: 'PLATFORM_INCOMPATIBLE',
    status: 409,
    message: `${manifest.name} ${manifest.version} cannot run here. ${mismatch.reason}`,
    fix: 'Choose a version made for this platform, or upgrade the platform.',
    details: { params: { app: manifest.name, version: manifest.version, ...mismatch.params } },
  });
}

/** @throws PLATFORM_INCOMPATIBLE, DEPENDENCY_MISSING (409) naming each missing application */
export function assertRequirements(
  manifest: AppManifest,
  platformVersion: string,
  enabled: ReadonlyMap<string, string>,
): void {
  assertPlatform(manifest, platformVersion);
  const missing = missingDependencies(manifest, enabled);
  if (missing.length === 0) return;
  const list = missing
    .map(({ appCode, range, installed }) =>
      installed === null ? `${appCode} ${range}` : `${appCode} ${range} (${installed} is installed)`,
    )
    .join(', ');
  throw new PlatformError({
    code: 'DEPENDENCY_MISSING',
    status: 409,
    message: `${manifest.name} ${manifest.version} needs ${list}.`,
    fix: 'Install or upgrade these applications from the marketplace first.',
    details: {
      params: { app: manifest.name, version: manifest.version, ...missingParams(missing) },
      missing,
    },
  });
}

/**
 * Manifests that require an application.
 *
 * @param nextVersion limits the result to manifests whose range excludes this version
 */
export function dependentsOf(
  appCode: string,
  manifests: readonly AppManifest[],
  nextVersion?: string,
): Dependent[] {
  return manifests.flatMap((manifest) => {
    const range = manifest.dependencies?.[appCode];
    if (range === undefined) return [];
    if (nextVersion !== undefined && semver.satisfies(nextVersion, range)) return [];
    return [{ appCode: manifest.code, range }];
  });
}
