import type { Logger } from '../../kernel/index.ts';
import type { UnloadReport } from '../contract/load-report.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

/** Drains and disposes replaced versions. */
export class Retirement {
  readonly #drainTimeoutMs: number;
  readonly #logger: Logger;
  readonly #onReport: (report: UnloadReport, durationMs: number) => void;
  readonly #retiring = new Map<LoadedApplication, Promise<UnloadReport>>();
  readonly #reports = new WeakMap<LoadedApplication, Promise<UnloadReport>>();

  constructor(
    drainTimeoutMs: number,
    logger: Logger,
    onReport: (report: UnloadReport, durationMs: number) => void,
  ) {
    this.#drainTimeoutMs = drainTimeoutMs;
    this.#logger = logger;
    this.#onReport = onReport;
  }

  /**
   * Drains applications in parallel and disposes each after its dependents.
   *
   * @param applications sorted, dependencies first
   */
  retire(applications: readonly LoadedApplication[]): void {
    const dependents: Array<Promise<unknown>> = [];
    for (const application of applications.toReversed()) {
      dependents.push(this.#retireOne(application, Promise.all(dependents)));
    }
  }

  /** The unload report of an application that is being retired, or has been. */
  reportOf(application: LoadedApplication): Promise<UnloadReport> | undefined {
    return this.#reports.get(application);
  }

  /** Resolves once nothing of the application, or of any application, is being drained. */
  async settled(appCode?: string): Promise<void> {
    const retiring = [...this.#retiring].filter(
      ([{ appCode: code }]) => appCode === undefined || code === appCode,
    );
    await Promise.all(retiring.map(([, retired]) => retired));
  }

  #retireOne(application: LoadedApplication, dependents: Promise<unknown>): Promise<UnloadReport> {
    const startedAt = performance.now();
    const retired = application.retire(this.#drainTimeoutMs, dependents).then((report) => {
      this.#retiring.delete(application);
      this.#warn(report);
      this.#onReport(report, performance.now() - startedAt);
      return report;
    });
    this.#retiring.set(application, retired);
    this.#reports.set(application, retired);
    return retired;
  }

  #warn({ appCode, version, abortedRequests, openTimers, openHandles, failures }: UnloadReport): void {
    if (abortedRequests + openTimers.length + openHandles.length + failures.length === 0) return;
    this.#logger.warn(`Application ${appCode} ${version} left resources open`, {
      appCode,
      abortedRequests,
      openTimers,
      openHandles,
      failures,
    });
  }
}
