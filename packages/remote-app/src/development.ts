/** A problem in a source of an application in development. */
export interface SourceProblem {
  /** Message of the compiler or the thrown error. */
  readonly message: string;
  /** Path relative to the application's folder. */
  readonly file?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** Counts from 1. */
  readonly column?: number;
  /** The surrounding lines, with a mark at the position. */
  readonly frame?: string;
}

/** Hooks that the shell provides to an application served from its sources (design 5.4). */
export interface DevelopmentHooks {
  /** A change cannot be hot-replaced: load the application again. */
  reload(): void;
  /** A source fails to compile; the last working version keeps running. */
  broken(problem: SourceProblem): void;
  /** Called before compiled changes are applied. */
  updating(): void;
  /** A changed module threw during evaluation; the last working version keeps running. */
  threw(error: unknown): void;
  /** Called after changes have been applied. */
  updated(): void;
  /**
   * A style was added or changed, or removed if `css` is undefined.
   * @param base resolves relative addresses in it
   */
  style(id: string, css: string | undefined, base: string): void;
}

/** Exports of the entry of an application that is served from its sources. */
export interface DevelopedEntry {
  /** Starts with the shared modules, name → namespace, and the hooks. */
  develop(shared: Readonly<Record<string, object>>, hooks: DevelopmentHooks): void;
  /**
   * Loads the application's module.
   * @returns its install function, or a module with it as `default`
   */
  load(): Promise<unknown>;
  /** Position in the sources where an error was thrown; undefined if unknown. */
  locate(error: Error): Promise<SourceProblem | undefined>;
}
