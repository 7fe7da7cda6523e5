import { join, resolve } from 'node:path';
import type { AppManifest } from '@platform/package-format';
import semver from 'semver';
import { PlatformError } from '../../kernel/index.ts';
import { readIfThere } from '../disk/files.ts';
import { versionList, type Mismatch } from './requirements.ts';

/** Modules that the shell shares with the frontends of applications. */
export interface ShellModules {
  /** Versions by module name. */
  readonly shared: Readonly<Record<string, string>>;
  /** Version of the frontend runtime API. */
  readonly runtimeApi: string;
}

const RUNTIME_API = 'runtimeApi';

/** The part of a manifest that states the frontend's requirements. (design 9.5-28) */
export type FrontendNeeds = Pick<AppManifest, 'shared' | 'runtimeApi'>;

/**
 * Reads the modules of the built shell that this host serves.
 *
 * @param dir folder of the built shell
 * @returns undefined without a built shell; then only the shell itself compares versions
 * @throws SyntaxError for a damaged file
 */
export async function readShellModules(dir: string): Promise<ShellModules | undefined> {
  const text = await readIfThere(join(resolve(dir), 'shared.json'));
  return text === undefined ? undefined : (JSON.parse(text) as ShellModules);
}

/**
 * Reason why the shell cannot show the application; undefined if it can or the shell is unknown.
 */
export function frontendMismatch(
  needs: FrontendNeeds,
  shell: ShellModules | undefined,
): Mismatch | undefined {
  if (!shell) return undefined;
  const { shared = {}, runtimeApi } = needs;
  const asked = [
    ...Object.entries(shared).map(([name, range]) => ({ name, range, has: shell.shared[name] ?? null })),
    ...(runtimeApi === undefined ? [] : [{ name: RUNTIME_API, range: runtimeApi, has: shell.runtimeApi }]),
  ];
  const unmet = asked.filter(({ range, has }) => has === null || !semver.satisfies(has, range));
  if (unmet.length === 0) return undefined;
  const list = unmet.map(({ name, range, has }) =>
    has === null
      ? `${name} ${range}, which the shell does not share`
      : `${name === RUNTIME_API ? 'the frontend runtime API' : name} ${range}, and the shell has ${has}`,
  );
  return {
    reason: `Its frontend needs ${list.join('; ')}.`,
    params: {
      needs: versionList(unmet.map(({ name, range }) => [name, range])),
      present: versionList(unmet.map(({ name, has }) => [name, has])),
    },
  };
}

/** @throws FRONTEND_INCOMPATIBLE (409) */
export function assertFrontend(manifest: AppManifest, shell: ShellModules | undefined): void {
  const mismatch = frontendMismatch(manifest, shell);
  if (mismatch === undefined) return;
  throw new PlatformError({
    code: 'FRONTEND_INCOMPATIBLE',
    status: 409,
    message: `${manifest.name} ${manifest.version} cannot be shown here. ${mismatch.reason}`,
    fix: 'Choose a version that was built for this shell, or upgrade the platform.',
    details: { params: { app: manifest.name, version: manifest.version, ...mismatch.params } },
  });
}
