import { isA, requestContext } from '../../kernel/index.ts';
import { prepareApplication } from './application-loader.ts';
import { LoadRefusal, loadError } from './finding.ts';
import type { LoadedApplication } from './loaded-application.ts';
import { LoadedSiblings } from './loaded-siblings.ts';
import type { ApplicationSource } from './read-application.ts';
import type { Retirement } from './retirement.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { dependentsOf } from './sibling-graph.ts';
import { LoadStages } from './stages.ts';
import { StartFailure, switchTo } from './switch.ts';

/** An application that has been loaded. */
export interface Loaded {
  readonly loaded: LoadedApplication;
  /** The version that served before. */
  readonly replaced: LoadedApplication | undefined;
  /** Those that import its classes, built anew. */
  readonly rebuilt: readonly LoadedApplication[];
}

/**
 * One change of one application. Those that import its classes are built anew from what they were made from, and all
 * change in the same switch; a failure leaves everything as it was. (design 3.3, 3.9)
 */
export class ApplicationChange {
  readonly #appCode: string;
  readonly #options: RuntimeOptions;
  readonly #retirement: Retirement;
  /** What is to serve, each after those whose classes it imports. */
  readonly #next: LoadedApplication[] = [];

  constructor(appCode: string, options: RuntimeOptions, retirement: Retirement) {
    this.#appCode = appCode;
    this.#options = options;
    this.#retirement = retirement;
  }

  /** @throws what a stage refuses; PLUGIN_DEPENDENT_REFUSED where a dependent cannot be built or started */
  async load(source: ApplicationSource, stages: LoadStages): Promise<Loaded> {
    const replaced = this.#options.table.get(this.#appCode);
    return this.#orTakeBack(async () => {
      const loaded = await this.#prepare(source, stages);
      const rebuilt = await stages.run('switch', () => this.#switch(replaced));
      return { loaded, replaced, rebuilt };
    });
  }

  /**
   * @returns what served, which is now being retired; undefined where it was not loaded
   * @throws PLUGIN_DEPENDENT_REFUSED where a dependent cannot be built or started without it
   */
  async unload(): Promise<LoadedApplication | undefined> {
    const current = this.#options.table.get(this.#appCode);
    if (current) await this.#orTakeBack(() => this.#switch(current));
    return current;
  }

  async #prepare(source: ApplicationSource, stages: LoadStages): Promise<LoadedApplication> {
    const { table, loader } = this.#options;
    const siblings = source.siblings.flatMap((code) => {
      const made = this.#next.find(({ appCode }) => appCode === code);
      const staying = code === this.#appCode ? undefined : table.get(code);
      return made ?? staying ?? [];
    });
    const prepare = () => prepareApplication(source, new LoadedSiblings(siblings), loader, stages);
    const made = await stages.limited(
      () => requestContext.runForApplication(source.appCode, prepare),
      // A load that finishes after its time was over is not to stay.
      (late) => this.#retirement.retire([late]),
    );
    this.#next.push(made);
    return made;
  }

  /** Builds the dependents, and lets everything serve that has been made. @returns the dependents */
  async #switch(current: LoadedApplication | undefined): Promise<LoadedApplication[]> {
    const { table, loadTimeoutMs } = this.#options;
    const dependents = dependentsOf(this.#appCode, table.graph()).flatMap((code) => table.get(code) ?? []);
    const rebuilt: LoadedApplication[] = [];
    for (const { appCode, parts } of dependents) {
      const stages = new LoadStages(loadTimeoutMs);
      try {
        rebuilt.push(await this.#prepare(parts.source, stages));
      } catch (error) {
        throw this.#refusedBy(appCode, loadError(appCode, stages.current, error));
      }
    }
    const former = [current ?? [], dependents].flat();
    try {
      await switchTo({ next: this.#next, former }, this.#options);
    } catch (error) {
      if (!isA(error, StartFailure)) throw error;
      const { appCode, cause } = error;
      throw appCode === this.#appCode ? cause : this.#refusedBy(appCode, loadError(appCode, 'switch', cause));
    }
    this.#retirement.retire(former);
    return rebuilt;
  }

  async #orTakeBack<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#retirement.retire(this.#next);
      throw error;
    }
  }

  #refusedBy(dependent: string, cause: Error): LoadRefusal {
    return new LoadRefusal([
      {
        code: 'PLUGIN_DEPENDENT_REFUSED',
        message: `${dependent}, which imports classes of ${this.#appCode}, cannot follow: ${cause.message}`,
        fix: `Correct ${dependent} or take it away first; everything serves as before.`,
        cause,
      },
    ]);
  }
}
