import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { PluginModule } from './plugin-module.ts';

/** The imported applications at the time of a load. (spec: L8; design 3.9) */
export interface Siblings {
  /** The main module; undefined if the application is not loaded or has no `src/index.ts`. */
  main(appCode: string): PluginModule | undefined;
  /** The missing package because of which a sibling skipped a class. */
  missing(type: AbstractClass): string | undefined;
}
