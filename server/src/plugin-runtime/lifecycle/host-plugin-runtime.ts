import { join } from 'node:path';
import { requestContext } from '../../kernel/index.ts';
import { findEffectiveJars } from '../active-plugins/effective-jars.ts';
import { parseJarName } from '../active-plugins/jar-name.ts';
import { jarFileName, type JarSource } from '../contract/plugin-jar.ts';
import type { ApplicationDescription } from '../contract/application-description.ts';
import type { LoadAllReport, LoadReport, UnloadReport } from '../contract/load-report.ts';
import type { LoadOptions, PluginRuntime, PreparedLoad } from '../contract/plugin-runtime.ts';
import { quarantined, type Quarantined } from '../contract/quarantine.ts';
import { ApplicationChange } from './application-change.ts';
import { ApplicationLocks } from './application-locks.ts';
import { describeApplication } from './describe-application.ts';
import { loadError } from '../loading/load-error.ts';
import { loadInOrder } from './load-in-order.ts';
import { loadFailure, loadReport } from './report-load.ts';
import { readApplication, type ApplicationSource } from '../loading/read-application.ts';
import { PreparedVersion } from './prepared-version.ts';
import { Retirement } from './retirement.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { connectedWith, inDependencyOrder, refuseCycle, type SiblingGraph } from './sibling-graph.ts';
import { LoadStages } from '../loading/load-stages.ts';
import { stopAll } from './switch.ts';

/** {@link PluginRuntime} of this process. */
export class HostPluginRuntime implements PluginRuntime {
  readonly #options: RuntimeOptions;
  /** The last operation of each application; the next one is queued behind it. */
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #locks = new ApplicationLocks();
  readonly #retirement: Retirement;
  /**
   * Applications that failed to load at start, with their siblings; retried once a sibling loads.
   */
  readonly #refused = new Map<string, { readonly jar: JarSource; readonly siblings: readonly string[] }>();
  /** Held by each load while one of several suspects is to be found out. */
  #alone: readonly string[] = [];

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#retirement = new Retirement(options.drainTimeoutMs, options.logger, (report, durationMs) => {
      options.counts.drained(durationMs, report.abortedRequests);
      options.table.retired(report);
    });
  }

  async load(appCode: string, jar: JarSource, { release = false }: LoadOptions = {}): Promise<LoadReport> {
    this.#refused.delete(appCode);
    const report = await this.#serialised(appCode, async () => {
      if (release) await this.#release(appCode, jar);
      this.#assertAdmitted(appCode, jar);
      return this.#load(appCode, jar, noOtherLoads);
    });
    await this.#loadRefusedFor(appCode);
    return report;
  }

  async prepare(appCode: string, jar: JarSource): Promise<PreparedLoad> {
    const { loadTimeoutMs, table } = this.#options;
    this.#assertAdmitted(appCode, jar);
    const stages = new LoadStages(loadTimeoutMs);
    const reported = <T>(work: () => Promise<T>): Promise<T> =>
      requestContext.runForApplication(appCode, () => this.#reported(appCode, jar, stages, work));
    const prepared = await reported(async () => {
      const source = await stages.limited(() => readApplication(appCode, jar, stages));
      refuseCycle(appCode, new Map([...table.graph(), [appCode, source.siblings] as const]));
      return PreparedVersion.build(source, stages, this.#options, this.#retirement);
    });
    return {
      complete: async () => void (await reported(() => prepared.complete())),
      switch: () => this.#switchTo(appCode, jar, prepared),
      discard: () => prepared.discard(),
    };
  }

  unload(appCode: string): Promise<UnloadReport | undefined> {
    this.#refused.delete(appCode);
    return this.#serialised(appCode, async () => {
      const report = await this.#unload(appCode);
      await this.#options.forget(appCode);
      return report;
    });
  }

  async keepOut(appCode: string, jar: JarSource): Promise<boolean> {
    const kept = this.#quarantined(appCode, jar);
    if (!kept) return false;
    await this.unload(appCode);
    this.#options.table.keepOut(kept);
    return true;
  }

  async loadAll(): Promise<LoadAllReport> {
    const { activePlugins, logger, table } = this.#options;
    const found = await findEffectiveJars(activePlugins);
    const { stale } = found;
    const { oneByOne = false } = (await this.#options.quarantine()?.prepareStart()) ?? {};
    if (oneByOne) this.#alone = ALONE;
    const effective = this.#admitted(found.effective);
    const loaded: LoadReport[] = [];
    const failed: Array<LoadAllReport['failed'][number]> = [];
    await loadInOrder(effective, (appCode, jar, ready) =>
      this.#serialised(appCode, async () => {
        const path = join(activePlugins.directory, jar);
        let siblings: readonly string[] = [];
        try {
          const read = (source: ApplicationSource): Promise<SiblingGraph> => {
            ({ siblings } = source);
            return ready(source);
          };
          loaded.push(await this.#load(appCode, path, read));
        } catch (error) {
          const failure = table.failureOf(appCode);
          if (!failure) throw error;
          failed.push({ appCode, failure });
          this.#refused.set(appCode, { jar: path, siblings });
        }
      }),
    );
    this.#alone = [];
    if (stale.length > 0) {
      logger.info('Some jars are not used by any application. Run `npm run plugins:prune` to remove them.', {
        jars: stale,
      });
    }
    return { loaded, failed, staleJars: stale };
  }

  isLoaded(appCode: string): boolean {
    return this.#options.table.get(appCode) !== undefined;
  }

  describe(): readonly ApplicationDescription[];
  describe(appCode: string): ApplicationDescription | undefined;
  describe(appCode?: string): readonly ApplicationDescription[] | ApplicationDescription | undefined {
    const { table, cacheUsage } = this.#options;
    const sources = { leftOpen: (code: string) => table.leftOpen(code), cacheUsage };
    const describe = (code: string): ApplicationDescription | undefined => {
      const application = table.get(code);
      const quarantine = application
        ? this.#options.quarantine()?.find(code, application.version)
        : table.keptOut(code);
      return describeApplication(
        { appCode: code, application, failure: table.failureOf(code), quarantine },
        sources,
      );
    };
    return appCode === undefined ? table.codes.flatMap((code) => describe(code) ?? []) : describe(appCode);
  }

  settled(appCode?: string): Promise<void> {
    return this.#retirement.settled(appCode);
  }

  /** Unloads every application at the end of the host. */
  async close(): Promise<void> {
    const { table, logger } = this.#options;
    await Promise.all(this.#queues.values());
    const graph = table.graph();
    const former = inDependencyOrder([...graph.keys()], graph).flatMap((code) => table.get(code) ?? []);
    for (const { appCode } of former) table.remove(appCode);
    await stopAll(former, logger);
    this.#retirement.retire(former);
    await this.settled();
  }

  async #switchTo(appCode: string, jar: JarSource, prepared: PreparedVersion): Promise<LoadReport> {
    this.#refused.delete(appCode);
    const { source, stages } = prepared;
    const report = await this.#serialised(appCode, async () => {
      this.#assertAdmitted(appCode, jar);
      return this.#reported(appCode, jar, stages, async () => {
        const others = await noOtherLoads();
        return this.#change({ source, stages, others, tookMs: () => stages.totalMs, prepared });
      });
    });
    await this.#loadRefusedFor(appCode);
    return report;
  }

  /** @throws APP_QUARANTINED (503) */
  #assertAdmitted(appCode: string, jar: JarSource): void {
    const kept = this.#quarantined(appCode, jar);
    if (kept) throw quarantined(kept);
  }

  #quarantined(appCode: string, jar: JarSource): Quarantined | undefined {
    const version = parseJarName(jarFileName(jar))?.version;
    return version === undefined ? undefined : this.#options.quarantine()?.find(appCode, version);
  }

  /** Another version of it stays kept out. */
  async #release(appCode: string, jar: JarSource): Promise<void> {
    const { quarantine, table } = this.#options;
    const version = parseJarName(jarFileName(jar))?.version;
    if (version === undefined) return;
    await quarantine()?.release(appCode, version);
    if (table.keptOut(appCode)?.version === version) table.admit(appCode);
  }

  /** Leaves out the versions in quarantine. (design 10.3) */
  #admitted(jars: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { logger, table } = this.#options;
    return new Map(
      [...jars].filter(([appCode, jar]) => {
        const found = this.#quarantined(appCode, jar);
        if (!found) return true;
        table.keepOut(found);
        logger.error(`Application ${appCode} ${found.version} is in quarantine and was not loaded`, {
          appCode,
          incident: found.incident,
          fix: 'Install another version, or load it again on its page.',
        });
        return false;
      }),
    );
  }

  /**
   * @param ready resolves once the siblings are loaded, with the imports of all applications that
   *   are
   *   loading
   */
  #load(
    appCode: string,
    jar: JarSource,
    ready: (source: ApplicationSource) => Promise<SiblingGraph>,
  ): Promise<LoadReport> {
    const stages = new LoadStages(this.#options.loadTimeoutMs);
    return this.#reported(appCode, jar, stages, async () => {
      const startedAt = performance.now();
      const source = await stages.limited(() => readApplication(appCode, jar, stages));
      const others = await ready(source);
      return this.#change({ source, stages, others, tookMs: () => performance.now() - startedAt });
    });
  }

  /** @param of a version that was built beforehand; `others` as in {@link #load} */
  async #change(of: {
    readonly source: ApplicationSource;
    readonly stages: LoadStages;
    readonly others: SiblingGraph;
    readonly tookMs: () => number;
    readonly prepared?: PreparedVersion;
  }): Promise<LoadReport> {
    const { table, logger, counts, loadTimeoutMs } = this.#options;
    const { source, others, prepared } = of;
    const { appCode } = source;
    const graph = (): SiblingGraph =>
      new Map([...table.graph(), ...others, [appCode, source.siblings] as const]);
    refuseCycle(appCode, graph());
    let { stages } = of;
    const change = await this.#locks.hold(
      () => new Set([...connectedWith(appCode, graph()), ...this.#alone]),
      async () => {
        const fits = prepared?.fits(table) ? prepared : undefined;
        if (prepared && !fits) {
          await prepared.discard();
          stages = new LoadStages(loadTimeoutMs);
        }
        return new ApplicationChange(appCode, this.#options, this.#retirement).load(source, stages, fits);
      },
    );
    table.succeeded(appCode);
    const retired = change.replaced && this.#retirement.reportOf(change.replaced);
    const report = loadReport(change, stages, of.tookMs(), retired);
    counts.loaded(change.replaced ? 'swap' : 'load', report.durationMs);
    logger.info(`Application ${appCode} ${report.version}: ${report.note}`, {
      appCode,
      durationMs: report.durationMs,
      ...(report.rebuilt.length > 0 ? { rebuilt: report.rebuilt } : {}),
    });
    return report;
  }

  /** Records why a load failed. @throws the error of the load */
  async #reported<T>(
    appCode: string,
    jar: JarSource,
    stages: LoadStages,
    work: () => Promise<T>,
  ): Promise<T> {
    const { table, logger, counts } = this.#options;
    try {
      return await work();
    } catch (thrown) {
      const error = loadError(appCode, stages.current, thrown);
      counts.notLoaded(table.get(appCode) ? 'swap' : 'load');
      table.failed(appCode, loadFailure(error, stages.current, jar));
      logger.error(`Application ${appCode} was not loaded`, { appCode, stage: stages.current, error });
      throw error;
    }
  }

  async #unload(appCode: string): Promise<UnloadReport | undefined> {
    const { table, logger } = this.#options;
    try {
      const former = await this.#locks.hold(
        () => connectedWith(appCode, table.graph()),
        () => new ApplicationChange(appCode, this.#options, this.#retirement).unload(),
      );
      table.succeeded(appCode);
      return former && (await this.#retirement.reportOf(former));
    } catch (thrown) {
      const error = loadError(appCode, 'switch', thrown, 'cannot be unloaded');
      logger.error(`Application ${appCode} was not unloaded`, { appCode, error });
      throw error;
    }
  }

  /** Retries applications that may have been refused because this sibling was absent. */
  async #loadRefusedFor(sibling: string): Promise<void> {
    for (const [appCode, { jar, siblings }] of [...this.#refused]) {
      if (!siblings.includes(sibling)) continue;
      // Loading it retries its own dependents in turn.
      await this.load(appCode, jar).catch(() => this.#refused.set(appCode, { jar, siblings }));
    }
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

/** No application has this code. */
const ALONE = ['*'] as const;

/** The graph of a load without concurrent loads. */
const noOtherLoads = async (): Promise<SiblingGraph> => new Map();
