import type { LoadReport, PluginRuntime, UnloadReport } from '../../plugin-runtime/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Placement } from '../placement/placement.ts';
import { logLeftOpen } from './unload-report.ts';

/** The backends in this process, as operations see them: loaded by the name of their jar. */
export class Backends {
  /** False: backends are placed but not loaded into this process (`app-market.plugin-runtime.enabled`). */
  readonly enabled: boolean;
  readonly #runtime: PluginRuntime;
  readonly #placement: Placement;

  constructor(runtime: PluginRuntime, placement: Placement, enabled: boolean) {
    this.enabled = enabled;
    this.#runtime = runtime;
    this.#placement = placement;
  }

  /** File name of the jar that serves. */
  loadedJar(appCode: string): string | null {
    const state = this.#runtime.describe(appCode);
    return state?.state === 'loaded' ? (state.jar ?? null) : null;
  }

  loadedVersion(appCode: string): string | undefined {
    const state = this.#runtime.describe(appCode);
    return state?.state === 'loaded' ? state.version : undefined;
  }

  /** Message of the last load that failed, where none has succeeded since. */
  failure(appCode: string): string | undefined {
    return this.#runtime.describe(appCode)?.failure?.message;
  }

  /** Errors have come up that nobody answered for. (design 9.4-18) */
  degraded(appCode: string): boolean {
    return this.#runtime.describe(appCode)?.degraded !== undefined;
  }

  load(appCode: string, jar: string): Promise<LoadReport> {
    return this.#runtime.load(appCode, this.#placement.jarPath(jar));
  }

  /**
   * @param log takes what the application had left open, which was closed for it
   * @returns the same; null where it was not loaded
   */
  async unload(appCode: string, log: (line: string) => void = () => undefined): Promise<UnloadReport | null> {
    const report = await this.#runtime.unload(appCode);
    return report ? logLeftOpen(report, log) : null;
  }

  /**
   * @throws APP_BACKEND_NOT_LOADED (409) when the version of the record does not serve, as after a deploy of another
   *   one. (spec: Ordering rule)
   */
  assertLoaded(appCode: string, version: string): void {
    const loaded = this.loadedVersion(appCode);
    if (loaded === version) return;
    const instead = loaded === undefined ? 'no version of it is loaded' : `${loaded} is loaded`;
    throw new PlatformError({
      code: 'APP_BACKEND_NOT_LOADED',
      status: 409,
      message: `The backend of ${appCode} ${version}, the version that was installed, is not loaded: ${instead}.`,
      fix: 'Upgrade the application: that records the version which was deployed and loads it.',
    });
  }
}
