import { RUNTIME_API_VERSION } from '../version.ts';
import { SHARED_MODULES } from './shared.ts';
import { installedVersion } from './shared-ranges.ts';

/** `shared.json` of a built shell, by which a host checks the requirements of applications. */
export interface SharedVersions {
  readonly formatVersion: 1;
  /** Version by module. */
  readonly shared: Readonly<Record<string, string>>;
  readonly runtimeApi: string;
}

/** @param root folder of the shell */
export function sharedVersions(root: string): SharedVersions {
  const versions = SHARED_MODULES.map((name) => [name, installedVersion(name, root)] as const);
  return { formatVersion: 1, shared: Object.fromEntries(versions), runtimeApi: RUNTIME_API_VERSION };
}
