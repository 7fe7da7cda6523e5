import { analyzeSource } from './analyze-source.ts';
import { bundleLibraries } from './bundle-libraries.ts';
import { transpile } from './transpile.ts';

/** What is costly in a compilation, each step depending on nothing but what it is given. */
export interface CompileSteps {
  readonly analyze: typeof analyzeSource;
  readonly transpile: typeof transpile;
  readonly bundle: typeof bundleLibraries;
}

export const compileSteps: CompileSteps = { analyze: analyzeSource, transpile, bundle: bundleLibraries };
