import { join } from 'node:path';
import { requestContext, type HttpService, type Logger, type PlatformError } from '../../kernel/index.ts';
import type { ActivePlugins } from '../active-plugins/active-plugins.ts';
import { findEffectiveJars } from '../active-plugins/effective-jars.ts';
import { parseJarName } from '../active-plugins/jar-name.ts';
import { jarFileName, type JarSource } from '../jar/read-jar.ts';
import type {
  ApplicationDescription,
  LoadAllReport,
  LoadFailure,
  LoadReport,
  LoadStage,
  PluginRuntime,
  UnloadReport,
} from '../plugin-runtime.ts';
import { prepareApplication, type LoaderServices } from './application-loader.ts';
import type { ApplicationTable } from './application-table.ts';
import { describeApplication } from './describe-application.ts';
import { loadError } from './finding.ts';
import type { LoadedApplication } from './loaded-application.ts';
import { LoadStages, withinLoadTime } from './stages.ts';
import { switchTo } from './switch.ts';

export interface RuntimeOptions {
  readonly table: ApplicationTable;
  readonly activePlugins: ActivePlugins;
  readonly loader: LoaderServices;
  readonly http: HttpService;
  readonly logger: Logger;
  readonly loadTimeoutMs: number;
  readonly drainTimeoutMs: number;
  /** Takes away what an application kept in the host, such as its cached values; not called for a swap. */
  forget(appCode: string): Promise<void>;
}

/** {@link PluginRuntime} of this process. */
export class HostPluginRuntime implements PluginRuntime {
  readonly #options: RuntimeOptions;
  /** The last operation of each application; the next one waits for it. */
  readonly #queues = new Map<string, Promise<unknown>>();
  /** Former versions that are still being drained. */
  readonly #retiring = new Map<LoadedApplication, Promise<UnloadReport>>();

  constructor(options: RuntimeOptions) {
    this.#options = options;
  }

  load(appCode: string, jar: JarSource): Promise<LoadReport> {
    return this.#serialised(appCode, () => this.#load(appCode, jar));
  }

  unload(appCode: string): Promise<UnloadReport | undefined> {
    return this.#serialised(appCode, async () => {
      const report = await this.#unload(appCode);
      await this.#options.forget(appCode);
      return report;
    });
  }

  async loadAll(): Promise<LoadAllReport> {
    const { activePlugins, logger } = this.#options;
    const { effective, stale } = await findEffectiveJars(activePlugins);
    const loaded: LoadReport[] = [];
    const failed: Array<LoadAllReport['failed'][number]> = [];
    await Promise.all(
      [...effective].map(async ([appCode, jar]) => {
        try {
          loaded.push(await this.load(appCode, join(activePlugins.directory, jar)));
        } catch (error) {
          const failure = this.#options.table.failureOf(appCode);
          if (!failure) throw error;
          failed.push({ appCode, failure });
        }
      }),
    );
    if (stale.length > 0) {
      logger.info('Jars that no application uses; npm run plugins:prune removes them', { jars: stale });
    }
    return { loaded, failed, staleJars: stale };
  }

  isLoaded(appCode: string): boolean {
    return this.#options.table.get(appCode) !== undefined;
  }

  describe(): readonly ApplicationDescription[];
  describe(appCode: string): ApplicationDescription | undefined;
  describe(appCode?: string): readonly ApplicationDescription[] | ApplicationDescription | undefined {
    const { table } = this.#options;
    const describe = (code: string): ApplicationDescription | undefined =>
      describeApplication(code, table.get(code), table.failureOf(code));
    return appCode === undefined ? table.codes.flatMap((code) => describe(code) ?? []) : describe(appCode);
  }

  async settled(appCode?: string): Promise<void> {
    const retiring = [...this.#retiring].filter(
      ([{ appCode: code }]) => appCode === undefined || code === appCode,
    );
    await Promise.all(retiring.map(([, retired]) => retired));
  }

  /** Unloads every application; for the end of the host. */
  async close(): Promise<void> {
    const { table } = this.#options;
    await Promise.all(table.codes.map((appCode) => this.#serialised(appCode, () => this.#unload(appCode))));
    await this.settled();
  }

  async #load(appCode: string, jar: JarSource): Promise<LoadReport> {
    const { table, loader, loadTimeoutMs, logger } = this.#options;
    const startedAt = performance.now();
    const abort = new AbortController();
    const stages = new LoadStages(abort.signal);
    const current = table.get(appCode);
    try {
      const preparing = prepareApplication(appCode, jar, loader, stages);
      const next = await withinLoadTime(loadTimeoutMs, abort, () => preparing).catch((error: unknown) => {
        // A load that finishes after its time was over is not to stay.
        void preparing.then((late) => this.#retire(late)).catch(() => undefined);
        throw error;
      });
      await stages
        .run('switch', () => switchTo(next, current, this.#options))
        .catch((error: unknown) => {
          void this.#retire(next);
          throw error;
        });
      if (current) void this.#retire(current);
      table.succeeded(appCode);
      const report = loadReport(next, current, stages, performance.now() - startedAt);
      logger.info(`Application ${appCode} ${report.version}: ${report.note}`, {
        appCode,
        durationMs: report.durationMs,
      });
      return report;
    } catch (thrown) {
      const error = loadError(appCode, stages.current, thrown);
      table.failed(appCode, failureOf(error, stages.current, jar));
      logger.error(`Application ${appCode} was not loaded`, { appCode, stage: stages.current, error });
      throw error;
    }
  }

  async #unload(appCode: string): Promise<UnloadReport | undefined> {
    const { table, logger } = this.#options;
    const current = table.get(appCode);
    table.remove(appCode);
    if (!current) return undefined;
    const failures = await current.stop();
    for (const error of failures) logger.warn('Stopping an application met an error', { appCode, error });
    return this.#retire(current);
  }

  #retire(application: LoadedApplication): Promise<UnloadReport> {
    const { drainTimeoutMs, logger } = this.#options;
    const retired = application.retire(drainTimeoutMs).then((report) => {
      this.#retiring.delete(application);
      const { appCode, abortedRequests, openTimers, failures } = report;
      if (abortedRequests + openTimers.length + failures.length > 0) {
        logger.warn(`Application ${appCode} ${report.version} left something open`, {
          appCode,
          abortedRequests,
          openTimers,
          failures,
        });
      }
      return report;
    });
    this.#retiring.set(application, retired);
    return retired;
  }

  #serialised<T>(appCode: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(appCode) ?? Promise.resolve();
    const result = before.then(() => requestContext.runForApplication(appCode, work));
    const settled = result.catch(() => undefined);
    this.#queues.set(appCode, settled);
    void settled.then(() => {
      if (this.#queues.get(appCode) === settled) this.#queues.delete(appCode);
    });
    return result;
  }
}

function loadReport(
  next: LoadedApplication,
  current: LoadedApplication | undefined,
  stages: LoadStages,
  durationMs: number,
): LoadReport {
  const { appCode, version, jar, container, routes, skipped } = next.parts;
  const components = container.beans.length;
  return {
    appCode,
    version,
    jar,
    components,
    routes: routes.length,
    skipped,
    note: `application loaded with ${components} components and ${routes.length} routes`,
    durationMs: Math.round(durationMs * 10) / 10,
    stages: stages.timings,
    replacedVersion: current?.parts.version,
  };
}

function failureOf(error: PlatformError, stage: LoadStage, jar: JarSource): LoadFailure {
  return {
    version: parseJarName(jarFileName(jar))?.version,
    stage,
    code: error.code,
    message: error.message,
    fix: error.fix,
    at: new Date().toISOString(),
  };
}
