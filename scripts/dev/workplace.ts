/** A repository in which applications are developed: the platform's own, or one of applications. */
export interface Workplace {
  /** Absolute path of the folder that holds `plugins/` and `frontend/`. */
  readonly root: string;
  /** Codes of the applications that are developed where none is named. */
  readonly defaultCodes: readonly string[];
  /** Files of the programs: the built host, the packager, and the server of one frontend. */
  readonly programs: { readonly host: string; readonly packager: string; readonly frontend: string };
  readonly shell: Shell;
  /** Builds what this repository builds itself. */
  prepare(): Promise<void>;
  /** Packages and signs an application. @returns path of the package */
  packageOf(code: string): Promise<string>;
}

/** The shell: built, in a folder that the host serves, or served from its sources by Vite. */
export type Shell = { readonly built: string } | { readonly vite: string };
