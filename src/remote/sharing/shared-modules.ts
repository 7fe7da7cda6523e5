/** A module the host shares: its version is known before it is loaded. */
export interface SharedModule {
  version: string;
  /** The module's namespace; loaded when the first remote asks. */
  readonly load: () => Promise<object>;
}

/** Package name → the host's instance. */
export type SharedModules = Readonly<Record<string, SharedModule>>;
