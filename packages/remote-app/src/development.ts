/** What went wrong in a source of an application that is being developed. */
export interface SourceProblem {
  /** What the compiler, or the thrown error, says. */
  readonly message: string;
  /** From the application's folder. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** The lines around it, with a mark. */
  readonly frame?: string;
}

/** What a shell gives to an application that is served from its sources (design 5.4). */
export interface DevelopmentHooks {
  /** Code changed that no component could take over: the application is to be loaded anew. */
  reload(): void;
  /** A source cannot be compiled; what ran before goes on. */
  broken(problem: SourceProblem): void;
  /** Changed sources have been compiled, and come now. */
  updating(): void;
  /** A changed module threw when it was evaluated; what ran before goes on. */
  threw(error: unknown): void;
  /** They are in place. */
  updated(): void;
  /** A style has come or changed, or has gone where `css` is undefined. @param base what addresses in it are relative to */
  style(id: string, css: string | undefined, base: string): void;
}

/** What the entry of an application that is served from its sources exports. */
export interface DevelopedEntry {
  /** Begins: hands over the modules that the shell shares, name → namespace, and the hooks. */
  develop(shared: Readonly<Record<string, object>>, hooks: DevelopmentHooks): void;
  /** Loads the application's module. @returns its install function, or a module with it as `default` */
  load(): Promise<unknown>;
  /** Where in the sources an error was thrown; undefined where that is not known. */
  locate(error: Error): Promise<SourceProblem | undefined>;
}
