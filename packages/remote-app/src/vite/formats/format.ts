import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** What a format adds to the configuration that all remotes share. */
export interface FormatBuild {
  /** Come before the compilers, which see what they resolve. */
  readonly before: Plugin[];
  /** Come after the compilers, whose code they change. */
  readonly after: Plugin[];
  readonly build: Pick<BuildEnvironmentOptions, 'rollupOptions'>;
}
