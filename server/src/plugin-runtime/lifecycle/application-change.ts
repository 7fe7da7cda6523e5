import { isA, requestContext, type Undo } from '../../kernel/index.ts';
import { prepareApplication } from '../loading/prepare-application.ts';
import { LoadRefusal } from '../contract/load-finding.ts';
import { loadError } from '../loading/load-error.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';
import { LoadedSiblings } from '../loading/loaded-siblings.ts';
import type { ApplicationSource } from '../loading/read-application.ts';
import type { PreparedVersion } from './prepared-version.ts';
import type { Retirement } from './retirement.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { dependentsOf } from './sibling-graph.ts';
import { LoadStages } from '../loading/load-stages.ts';
import { StartFailure, switchTo } from './switch.ts';

/** Outcome of loading an application. */
export interface Loaded {
  readonly loaded: LoadedApplication;
  /** The version that served before. */
  readonly replaced: LoadedApplication | undefined;
  /** Applications that import its classes, rebuilt. */
  readonly rebuilt: readonly LoadedApplication[];
}

/**
 * One change of one application, and of all applications that import its classes.
 *
 * Dependents are rebuilt from their jars in memory and change in the same switch. A failure leaves
 * everything as it was. (design 3.3, 3.9)
 */
export class ApplicationChange {
  readonly #appCode: string;
  readonly #options: RuntimeOptions;
  readonly #retirement: Retirement;
  /** Prepared versions, dependencies first. */
  readonly #next: LoadedApplication[] = [];
  /** Remove the marks of what is being loaded. */
  readonly #marks: Undo[] = [];

  constructor(appCode: string, options: RuntimeOptions, retirement: Retirement) {
    this.#appCode = appCode;
    this.#options = options;
    this.#retirement = retirement;
  }

  /**
   * Loads a version and switches to it.
   *
   * @param prepared the version, built beforehand
   * @throws the error of a stage; PLUGIN_DEPENDENT_REFUSED if a dependent cannot be built or
   *   started
   */
  async load(source: ApplicationSource, stages: LoadStages, prepared?: PreparedVersion): Promise<Loaded> {
    const replaced = this.#options.table.get(this.#appCode);
    return this.#orRollBack(async () => {
      const loaded = prepared ? await this.#adopt(prepared) : await this.#prepare(source, stages);
      const rebuilt = await stages.run('switch', () => this.#switch(replaced));
      return { loaded, replaced, rebuilt };
    });
  }

  /**
   * Switches to a state without the application.
   *
   * @returns the version that is now being retired; undefined if none was loaded
   * @throws PLUGIN_DEPENDENT_REFUSED if a dependent cannot be built or started without it
   */
  async unload(): Promise<LoadedApplication | undefined> {
    const current = this.#options.table.get(this.#appCode);
    if (current) await this.#orRollBack(() => this.#switch(current));
    return current;
  }

  async #adopt(prepared: PreparedVersion): Promise<LoadedApplication> {
    const made = await prepared.complete();
    this.#next.push(made);
    const { appCode, index } = prepared.source;
    this.#marks.push(this.#options.marks.enter(appCode, index.version));
    return made;
  }

  async #prepare(source: ApplicationSource, stages: LoadStages): Promise<LoadedApplication> {
    const { table, loader, marks } = this.#options;
    const siblings = source.siblings.flatMap((code) => {
      const made = this.#next.find(({ appCode }) => appCode === code);
      const staying = code === this.#appCode ? undefined : table.get(code);
      return made ?? staying ?? [];
    });
    const prepare = () =>
      prepareApplication({ source, siblings: new LoadedSiblings(siblings), services: loader, stages });
    this.#marks.push(marks.enter(source.appCode, source.index.version));
    const made = await stages.limited(
      () => requestContext.runForApplication(source.appCode, prepare),
      // A load that finishes after its timeout must not keep its resources.
      (late) => this.#retirement.retire([late]),
    );
    this.#next.push(made);
    return made;
  }

  /**
   * Rebuilds the dependents and switches to everything that was prepared.
   *
   * @returns the dependents
   */
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

  async #orRollBack<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#retirement.retire(this.#next);
      throw error;
    } finally {
      for (const unmark of this.#marks) void unmark();
    }
  }

  #refusedBy(dependent: string, cause: Error): LoadRefusal {
    return new LoadRefusal([
      {
        code: 'PLUGIN_DEPENDENT_REFUSED',
        message: `Application ${dependent} imports classes of ${this.#appCode} and cannot be rebuilt: ${cause.message}`,
        fix: `Fix or uninstall ${dependent} first. The last working versions keep running.`,
        cause,
      },
    ]);
  }
}
