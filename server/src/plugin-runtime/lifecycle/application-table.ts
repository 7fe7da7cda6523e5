import type { LeftOpen } from '../health.ts';
import type { LoadFailure, UnloadReport } from '../plugin-runtime.ts';
import type { LoadedApplication } from './loaded-application.ts';

/** Which version of each application serves, and why the last load of one failed. */
export class ApplicationTable {
  readonly #serving = new Map<string, LoadedApplication>();
  readonly #failures = new Map<string, LoadFailure>();
  readonly #leftOpen = new Map<string, LeftOpen>();

  get codes(): string[] {
    return [...new Set([...this.#serving.keys(), ...this.#failures.keys()])].sort();
  }

  get serving(): LoadedApplication[] {
    return [...this.#serving.values()];
  }

  get(appCode: string): LoadedApplication | undefined {
    return this.#serving.get(appCode);
  }

  /** The switch: requests that come from now on go to `application`. */
  put(application: LoadedApplication): void {
    this.#serving.set(application.appCode, application);
  }

  /** Nothing is dispatched to the application any more. */
  remove(appCode: string): void {
    this.#serving.delete(appCode);
    this.#leftOpen.delete(appCode);
  }

  /** The applications that serve, with those whose classes they import. */
  graph(): Map<string, readonly string[]> {
    return new Map(this.serving.map(({ appCode, siblings }) => [appCode, siblings]));
  }

  /** What the version before the one that serves had left open. */
  leftOpen(appCode: string): LeftOpen | undefined {
    return this.#leftOpen.get(appCode);
  }

  /** Takes the report of a former version. */
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

  /** Forgets the failure of an application. */
  succeeded(appCode: string): void {
    this.#failures.delete(appCode);
  }
}
