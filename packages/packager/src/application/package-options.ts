import type { SigningKey } from '@platform/package-format';

/** What `packageApplication` needs; the packager's named options (spec: Packager command) end up here. */
export interface PackageOptions {
  /** `plugins/platform-<code>`. */
  pluginDir: string;
  /** Where package and `package-info.json` go. */
  outDir: string;
  /** Root of the repository, for `frontend/<code>-app` and `remote-apps/<code>`. */
  root: string;
  /** Signs the package; without one it stays unsigned (`-NoSign`). */
  signingKey?: SigningKey;
  /** Instead of the manifest's version, in `app.json`, jar and file names. */
  version?: string;
  /** Frontend project; default `frontend/<code>-app`. */
  frontendProject?: string;
  /** Folder of a finished frontend build, used instead of building. */
  frontendDist?: string;
  /** True: the frontend is not built; the last build is packed. */
  skipFrontend?: boolean;
  /** Folder of migration scripts; default `migrations` of the project. */
  migrationPath?: string;
  /** Default true. */
  typeCheck?: boolean;
  /** Told of each step when it is done. */
  onStep?: (step: PackageStep) => void;
}

export interface PackageStep {
  name: 'frontend' | 'backend' | 'assemble' | 'sign' | 'zip' | 'check';
  /** What was done, for people. */
  summary: string;
  durationMs: number;
}
