import type { AbstractClass } from '@platform/plugin-sdk/host';

/** How far a module has come. */
type ModuleState =
  | { readonly state: 'evaluating' | 'evaluated' }
  | { readonly state: 'skipped'; readonly missing: string }
  | { readonly state: 'failed'; readonly error: unknown };

/** One module of an application. */
export interface PluginModule {
  readonly file: string;
  exports: Record<string, unknown>;
  outcome: ModuleState;
  /** Modules of the jar, and main modules of other applications, that it imported. */
  readonly imports: Set<PluginModule>;
}

/** A class of an application, evaluated. */
export interface PluginClass {
  /** Fully qualified. */
  readonly name: string;
  readonly type: AbstractClass;
  readonly abstract: boolean;
}
