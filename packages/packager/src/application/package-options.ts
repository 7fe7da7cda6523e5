import type { SigningKey } from '@platform/package-format';

/** Options of `packageApplication`. (spec: Packager command) */
export interface PackageOptions {
  /** `plugins/platform-<code>`. */
  pluginDir: string;
  /** Folder for the package and its `package-info.json`. */
  outDir: string;
  /** Root of the repository, for `frontend/<code>-app` and `remote-apps/<code>`. */
  root: string;
  /** Signs the package; without one it stays unsigned (`-NoSign`). */
  signingKey?: SigningKey;
  /** Overrides the manifest's version, in `app.json`, jar and file names. */
  version?: string;
  /** Frontend project; default `frontend/<code>-app`. */
  frontendProject?: string;
  /** Folder of a finished frontend build, used instead of building. */
  frontendDist?: string;
  /** Packs the last build instead of building the frontend. */
  skipFrontend?: boolean;
  /** Folder of migration scripts; default `migrations` of the project. */
  migrationPath?: string;
  /** Default true. */
  typeCheck?: boolean;
  /** Called after each step. */
  onStep?: (step: PackageStep) => void;
}

export interface PackageStep {
  name: 'frontend' | 'backend' | 'assemble' | 'sign' | 'zip' | 'check';
  /** Summary for people. */
  summary: string;
  durationMs: number;
}
