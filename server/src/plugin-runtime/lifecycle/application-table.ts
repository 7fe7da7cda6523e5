import type { LoadFailure } from '../plugin-runtime.ts';
import type { LoadedApplication } from './loaded-application.ts';

/** Which version of each application serves, and why the last load of one failed. */
export class ApplicationTable {
  readonly #serving = new Map<string, LoadedApplication>();
  readonly #failures = new Map<string, LoadFailure>();

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
  }

  /** The applications that serve, with those whose classes they import. */
  graph(): Map<string, readonly string[]> {
    return new Map(this.serving.map(({ appCode, siblings }) => [appCode, siblings]));
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
