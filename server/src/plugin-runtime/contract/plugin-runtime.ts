import { serviceToken } from '../../kernel/index.ts';
import type { ApplicationDescription } from './application-description.ts';
import type { LoadAllReport, LoadReport, UnloadReport } from './load-report.ts';
import type { JarSource } from './plugin-jar.ts';

/** How a version is loaded. */
export interface LoadOptions {
  /** Ends the quarantine of the version, by order of an operator. Default: false. */
  readonly release?: boolean;
}

/**
 * A version that is built beside the serving one: its beans exist, and nothing of it works yet.
 * (design 10.7-7)
 */
export interface PreparedLoad {
  /**
   * Checks its statements, runs `init()` and makes its routes. Requests still reach the serving
   * version.
   *
   * @throws as {@link PluginRuntime.load}; it is disposed then
   */
  complete(): Promise<void>;
  /**
   * Completes it if that was not done, and switches the application to it. Where an application
   * that it imports has changed meanwhile, it is built again.
   *
   * @throws as {@link PluginRuntime.load}
   */
  switch(): Promise<LoadReport>;
  /** Disposes it, unless it has been switched to. Safe to repeat. */
  discard(): Promise<void>;
}

/** Loads, swaps and unloads the backends of applications in this process. (design 3.3) */
export interface PluginRuntime {
  /**
   * Loads a jar and switches the application to it.
   *
   * Applications that import its classes are rebuilt and change in the same switch. If anything
   * fails, the last working versions keep serving. Loads of one application run one at a time.
   *
   * @throws PlatformError whose `details` carry `loadStage` and `findings`; APP_QUARANTINED (503)
   *   for a version in quarantine
   */
  load(appCode: string, jar: JarSource, options?: LoadOptions): Promise<LoadReport>;
  /**
   * Builds a version without switching to it: stages `read` to `container`.
   *
   * @throws as {@link load}
   */
  prepare(appCode: string, jar: JarSource): Promise<PreparedLoad>;
  /**
   * Unloads an application whose version is in quarantine, and keeps it out.
   *
   * @returns false, without a change, for any other version
   */
  keepOut(appCode: string, jar: JarSource): Promise<boolean>;
  /**
   * Removes the application, drains its requests and disposes it.
   *
   * Applications that import its classes are rebuilt without it.
   *
   * @returns undefined if it was not loaded
   * @throws PLUGIN_DEPENDENT_REFUSED if a dependent cannot be rebuilt; nothing changes then
   */
  unload(appCode: string): Promise<UnloadReport | undefined>;
  /** Loads everything that `active-plugins.txt` names; a failure does not affect the others. */
  loadAll(): Promise<LoadAllReport>;
  isLoaded(appCode: string): boolean;
  describe(): readonly ApplicationDescription[];
  describe(appCode: string): ApplicationDescription | undefined;
  /** Resolves once replaced versions are drained and disposed. */
  settled(appCode?: string): Promise<void>;
}

export const PLUGIN_RUNTIME = serviceToken<PluginRuntime>('pluginRuntime');
