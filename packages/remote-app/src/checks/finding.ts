/** A finding. An `error` breaks in production; a `warning` deserves a review. */
export interface CheckFinding {
  /** Stable upper-case code. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** Path from the application's folder, or from the repository's root for built files. */
  readonly file?: string;
  /** Line from 1; undefined if the finding has no position. */
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** Checks an application without running its code. */
export type Check = (project: CheckedProject) => CheckFinding[];

/** Sources and build of an application on disk. */
export interface CheckedProject {
  /** Name of its folder, `<code>-app`. */
  readonly folder: string;
  /**
   * Source files, path → text: `package.json`, `vite.config.ts`, `src/**`, `check-answers.json`;
   * tests are excluded.
   */
  readonly sources: ReadonlyMap<string, string>;
  /** Displayed folder of the build: `remote-apps/<code>`. */
  readonly dist: string;
  /** Built files, path → text; empty without a build. */
  readonly built: ReadonlyMap<string, string>;
  /** Modification times of the newest source and of `remote.json`, in milliseconds. */
  readonly changedAt: number;
  readonly builtAt: number;
  /** Text of `app.json`; undefined if it is missing. */
  readonly manifest: string | undefined;
  /** Shared modules of the host with their versions, and the runtime API's version. */
  readonly shared: Readonly<Record<string, string>>;
  readonly runtimeApi: string;
  /** Bundled `dependencies` → their stated licence. */
  readonly licences: ReadonlyMap<string, string | undefined>;
}

/** The code in the folder's name. */
export const codeOf = ({ folder }: CheckedProject): string => folder.replace(/-app$/, '');

/** Displayed path of a built file. */
export const builtPath = ({ dist }: CheckedProject, name: string): string => `${dist}/${name}`;

/** Parses a JSON text; undefined if it is invalid. */
export function parseJson(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
