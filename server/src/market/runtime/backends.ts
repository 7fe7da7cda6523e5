import type { LoadReport, PluginRuntime, PreparedLoad, UnloadReport } from '../../plugin-runtime/index.ts';
import { codeOf, PlatformError } from '../../kernel/index.ts';
import type { Placement } from '../disk/placement.ts';
import { logLeftOpen } from './unload-report.ts';

/** The backends of this process, addressed by jar. */
export class Backends {
  /**
   * False when this process places backends without loading them
   * (`app-market.plugin-runtime.enabled`).
   */
  readonly enabled: boolean;
  readonly #runtime: PluginRuntime;
  readonly #placement: Placement;

  constructor(runtime: PluginRuntime, placement: Placement, enabled: boolean) {
    this.enabled = enabled;
    this.#runtime = runtime;
    this.#placement = placement;
  }

  /** File name of the serving jar; null when none is loaded. */
  loadedJar(appCode: string): string | null {
    const state = this.#runtime.describe(appCode);
    return state?.state === 'loaded' ? (state.jar ?? null) : null;
  }

  loadedVersion(appCode: string): string | undefined {
    const state = this.#runtime.describe(appCode);
    return state?.state === 'loaded' ? state.version : undefined;
  }

  /** Last failed load; undefined once a load has succeeded. */
  failure(appCode: string): { readonly code: string; readonly message: string } | undefined {
    return this.#runtime.describe(appCode)?.failure;
  }

  /** True after errors outside of any request. (design 9.4-18) */
  degraded(appCode: string): boolean {
    return this.#runtime.describe(appCode)?.degraded !== undefined;
  }

  /** True where nothing of it is loaded because of its incidents. (design 10.3) */
  quarantined(appCode: string): boolean {
    return this.#runtime.describe(appCode)?.state === 'quarantined';
  }

  /** Applications that this host keeps out because of their incidents. */
  get quarantinedCodes(): string[] {
    return this.#runtime
      .describe()
      .flatMap(({ appCode, state }) => (state === 'quarantined' ? [appCode] : []));
  }

  /** Function and place of the incident that decided its quarantine; null if they are unknown. */
  culpritLine(appCode: string): string | null {
    const incident = this.#runtime.describe(appCode)?.quarantine?.incident;
    return [incident?.function, incident?.place].filter(Boolean).join(' ') || null;
  }

  /** @throws APP_QUARANTINED (503), and the error of the load */
  load(appCode: string, jar: string): Promise<LoadReport> {
    return this.#runtime.load(appCode, this.#placement.jarPath(jar));
  }

  /**
   * Builds a jar beside the serving version.
   *
   * @param jar path relative to the plugin directory
   * @returns null where nothing is to be loaded: no runtime, or nothing serves and the version is
   *   in quarantine
   * @throws as {@link load}
   */
  async prepare(appCode: string, jar: string): Promise<PreparedLoad | null> {
    if (!this.enabled) return null;
    try {
      return await this.#runtime.prepare(appCode, this.#placement.jarPath(jar));
    } catch (error) {
      if (codeOf(error) === 'APP_QUARANTINED' && this.loadedJar(appCode) === null) return null;
      throw error;
    }
  }

  /** Ends the quarantine of a version, and loads it. @throws the error of the load */
  loadAgain(appCode: string, jar: string): Promise<LoadReport> {
    return this.#runtime.load(appCode, this.#placement.jarPath(jar), { release: true });
  }

  /** Unloads an application whose version is in quarantine. @returns false for any other version */
  keepOut(appCode: string, jar: string): Promise<boolean> {
    return this.#runtime.keepOut(appCode, this.#placement.jarPath(jar));
  }

  /**
   * Unloads a backend.
   *
   * @param log receives the resources that it had left open
   * @returns null when it was not loaded
   */
  async unload(appCode: string, log: (line: string) => void = () => undefined): Promise<UnloadReport | null> {
    const report = await this.#runtime.unload(appCode);
    return report ? logLeftOpen(report, log) : null;
  }

  /**
   * @throws APP_BACKEND_NOT_LOADED (409) when the recorded version does not serve, as after a
   *   deploy of another one (spec: Ordering rule)
   */
  assertLoaded(appCode: string, version: string): void {
    const loaded = this.loadedVersion(appCode);
    if (loaded === version) return;
    const instead = loaded === undefined ? 'no version is loaded' : `${loaded} is loaded`;
    throw new PlatformError({
      code: 'APP_BACKEND_NOT_LOADED',
      status: 409,
      message: `The backend of ${appCode} ${version}, the installed version, is not loaded: ${instead}.`,
      details: {
        params: { app: appCode, version, ...(loaded === undefined ? { case: 'none' } : { loaded }) },
      },
      fix: 'Upgrade the application: an upgrade records the deployed version and loads it.',
    });
  }
}
