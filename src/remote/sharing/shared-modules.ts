/** A shared module, whose version is known before it is loaded. */
export interface SharedModule {
  version: string;
  /** Loads the module's namespace on first use. */
  readonly load: () => Promise<object>;
}

/** Package name → shared module. */
export type SharedModules = Readonly<Record<string, SharedModule>>;
