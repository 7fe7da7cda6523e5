import type { BuildEnvironmentOptions, Plugin } from 'vite';

/** The part of the configuration that depends on the format. */
export interface FormatBuild {
  /** Plugins before the compilers. */
  readonly before: Plugin[];
  /** Plugins after the compilers, whose output they change. */
  readonly after: Plugin[];
  readonly build: Pick<BuildEnvironmentOptions, 'rollupOptions'>;
}
