import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { PluginModule } from './plugin-module.ts';

/** The applications whose classes one application imports, as they are when it is loaded. (spec: L8; design 3.9) */
export interface Siblings {
  /** The module that others import; undefined where the application is not loaded or has no `src/index.ts`. */
  main(appCode: string): PluginModule | undefined;
  /** The missing package for which a class of theirs was left out. */
  missing(type: AbstractClass): string | undefined;
}
