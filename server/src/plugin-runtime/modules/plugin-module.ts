import type { AbstractClass } from '@platform/plugin-sdk/host';

/** State of a module's evaluation. */
type ModuleState =
  | { readonly state: 'evaluating' | 'evaluated' }
  | { readonly state: 'skipped'; readonly missing: string }
  | { readonly state: 'failed'; readonly error: unknown };

/** One module of an application. */
export interface PluginModule {
  readonly file: string;
  exports: Record<string, unknown>;
  outcome: ModuleState;
  /** Imported modules of the jar, and main modules of other applications. */
  readonly imports: Set<PluginModule>;
}

/** An evaluated class of an application. */
export interface PluginClass {
  /** Fully qualified. */
  readonly name: string;
  readonly type: AbstractClass;
  readonly abstract: boolean;
}
