/** One thing that a check found. An `error` would break in production; a `warning` is worth a look. */
export interface CheckFinding {
  /** Stable upper-case code. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** Path from the application's folder, or from the repository's root for built files. */
  readonly file?: string;
  /** Counted from 1; absent where a place has none. */
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** Looks at one application and runs none of its code. */
export type Check = (project: CheckedProject) => CheckFinding[];

/** One remote application as it lies on disk, source and build. */
export interface CheckedProject {
  /** Name of its folder, `<code>-app`. */
  readonly folder: string;
  /** Source files, path from the folder → text: `package.json`, `vite.config.ts`, `src/**`, `check-answers.json`. Tests are left out. */
  readonly sources: ReadonlyMap<string, string>;
  /** Where the build is, as people are told: `remote-apps/<code>`. */
  readonly dist: string;
  /** Built files, path → text; empty when there is no build. */
  readonly built: ReadonlyMap<string, string>;
  /** Times of the newest source and of `remote.json`, in milliseconds. */
  readonly changedAt: number;
  readonly builtAt: number;
  /** Text of `app.json`; undefined when there is none. */
  readonly manifest: string | undefined;
  /** What the host shares → its version; with the runtime's own API version beside it. */
  readonly shared: Readonly<Record<string, string>>;
  readonly runtimeApi: string;
  /** `dependencies` that go into the build → their licence as they state it. */
  readonly licences: ReadonlyMap<string, string | undefined>;
}

/** The code that the folder's name states. */
export const codeOf = ({ folder }: CheckedProject): string => folder.replace(/-app$/, '');

/** Where a built file lies, for people. */
export const builtPath = ({ dist }: CheckedProject, name: string): string => `${dist}/${name}`;

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
