import { analyzeSource } from './analyze-source.ts';
import { bundleLibraries } from './bundle-libraries.ts';
import { transpile } from './transpile.ts';

/**
 * The expensive steps of a compilation. Each depends on its arguments only, so its results can be
 * cached.
 */
export interface CompileSteps {
  readonly analyze: typeof analyzeSource;
  readonly transpile: typeof transpile;
  readonly bundle: typeof bundleLibraries;
}

export const compileSteps: CompileSteps = { analyze: analyzeSource, transpile, bundle: bundleLibraries };
