import type { LeftOpen } from './application-health.ts';
import type { LoadFailure, UnloadReport } from './load-report.ts';
import type { Quarantined } from './quarantine.ts';

/** One serving version, reduced to the parts that a feature reads. */
export interface ServingApplication<Parts> {
  readonly appCode: string;
  readonly parts: Parts;
}

/**
 * The applications that serve now.
 *
 * Features read the table through this view, so that they need not know the whole loaded version.
 */
export interface ServingApplications<Parts> {
  readonly serving: ReadonlyArray<ServingApplication<Parts>>;
  get(appCode: string): ServingApplication<Parts> | undefined;
}

interface TableEntry {
  readonly appCode: string;
  /** Codes of the applications whose classes it imports. */
  readonly siblings: readonly string[];
}

/** The serving version of each application, and why the last load of one failed. */
export class ApplicationTable<Application extends TableEntry> {
  readonly #serving = new Map<string, Application>();
  readonly #failures = new Map<string, LoadFailure>();
  readonly #leftOpen = new Map<string, LeftOpen>();
  readonly #keptOut = new Map<string, Quarantined>();

  get codes(): string[] {
    return [...new Set([...this.#serving.keys(), ...this.#failures.keys(), ...this.#keptOut.keys()])].sort();
  }

  get serving(): Application[] {
    return [...this.#serving.values()];
  }

  get(appCode: string): Application | undefined {
    return this.#serving.get(appCode);
  }

  /** Routes every later request to `application`. */
  put(application: Application): void {
    this.#serving.set(application.appCode, application);
  }

  /** Stops dispatching requests to the application. */
  remove(appCode: string): void {
    this.#serving.delete(appCode);
    this.#leftOpen.delete(appCode);
  }

  /** Serving applications, each with the codes of those whose classes it imports. */
  graph(): Map<string, readonly string[]> {
    return new Map(this.serving.map(({ appCode, siblings }) => [appCode, siblings]));
  }

  /** Resources that the previous version of a serving application left open. */
  leftOpen(appCode: string): LeftOpen | undefined {
    return this.#leftOpen.get(appCode);
  }

  /** Records the unload report of a replaced version. */
  retired({ appCode, version, openTimers, openHandles, abortedRequests }: UnloadReport): void {
    if (!this.#serving.has(appCode)) return;
    if (openTimers.length + openHandles.length + abortedRequests === 0) this.#leftOpen.delete(appCode);
    else {
      this.#leftOpen.set(appCode, { version, timers: openTimers, handles: openHandles, abortedRequests });
    }
  }

  failureOf(appCode: string): LoadFailure | undefined {
    return this.#failures.get(appCode);
  }

  failed(appCode: string, failure: LoadFailure): void {
    this.#failures.set(appCode, failure);
  }

  /** Clears the recorded failure of an application. */
  succeeded(appCode: string): void {
    this.#failures.delete(appCode);
    this.#keptOut.delete(appCode);
  }

  /** Records that an application was not loaded because of its incidents. */
  keepOut(quarantined: Quarantined): void {
    this.#keptOut.set(quarantined.appCode, quarantined);
  }

  /** Ends what {@link keepOut} recorded. */
  admit(appCode: string): void {
    this.#keptOut.delete(appCode);
  }

  keptOut(appCode: string): Quarantined | undefined {
    return this.#serving.has(appCode) ? undefined : this.#keptOut.get(appCode);
  }
}
