import { requestContext } from '../../kernel/index.ts';
import type { LoadStages } from '../loading/load-stages.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';
import { LoadedSiblings } from '../loading/loaded-siblings.ts';
import { buildApplication, type BuiltApplication } from '../loading/prepare-application.ts';
import type { ApplicationSource } from '../loading/read-application.ts';
import type { Retirement } from './retirement.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/**
 * One version built beside the serving one, for as long as other hosts build theirs.
 *
 * It holds no lock meanwhile: {@link fits} tells whether it may still be switched to. (design
 * 10.7-7)
 */
export class PreparedVersion {
  readonly source: ApplicationSource;
  readonly stages: LoadStages;
  readonly #siblings: readonly LoadedApplication[];
  readonly #built: BuiltApplication;
  readonly #options: RuntimeOptions;
  readonly #retirement: Retirement;
  #completed: Promise<LoadedApplication> | undefined;
  #isOver = false;

  private constructor(
    of: Pick<PreparedVersion, 'source' | 'stages'> & {
      readonly siblings: readonly LoadedApplication[];
      readonly built: BuiltApplication;
    },
    options: RuntimeOptions,
    retirement: Retirement,
  ) {
    this.source = of.source;
    this.stages = of.stages;
    this.#siblings = of.siblings;
    this.#built = of.built;
    this.#options = options;
    this.#retirement = retirement;
  }

  /** @throws the error of a stage */
  static async build(
    source: ApplicationSource,
    stages: LoadStages,
    options: RuntimeOptions,
    retirement: Retirement,
  ): Promise<PreparedVersion> {
    const { loader, marks, table } = options;
    const siblings = siblingsOf(source, table);
    const unmark = marks.enter(source.appCode, source.index.version);
    try {
      const built = await stages.limited(
        () => buildApplication({ source, siblings: new LoadedSiblings(siblings), services: loader, stages }),
        (late) => late.discard(),
      );
      return new PreparedVersion({ source, stages, siblings, built }, options, retirement);
    } finally {
      void unmark();
    }
  }

  /** Whether what it imports still serves as it did. */
  fits(table: RuntimeOptions['table']): boolean {
    const now = siblingsOf(this.source, table);
    return (
      !this.#isOver &&
      now.length === this.#siblings.length &&
      now.every((sibling, index) => sibling === this.#siblings[index])
    );
  }

  /** Runs the remaining stages, once. @throws the error of a stage; it is disposed then */
  complete(): Promise<LoadedApplication> {
    return (this.#completed ??= this.#complete());
  }

  /** Disposes it, unless it serves or is being retired. */
  async discard(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    const made = await this.#completed?.catch(() => 'failed' as const);
    if (made === undefined) await this.#built.discard();
    else if (made !== 'failed' && this.#options.table.get(made.appCode) !== made) this.#dispose(made);
  }

  async #complete(): Promise<LoadedApplication> {
    const { appCode, index } = this.source;
    const unmark = this.#options.marks.enter(appCode, index.version);
    try {
      return await this.stages.limited(
        () => requestContext.runForApplication(appCode, () => this.#built.complete()),
        // A load that finishes after its timeout must not keep its resources.
        (late) => this.#dispose(late),
      );
    } finally {
      void unmark();
    }
  }

  /** A failed switch has retired it already. */
  #dispose(made: LoadedApplication): void {
    if (this.#retirement.reportOf(made) === undefined) this.#retirement.retire([made]);
  }
}

/** The loaded ones among what it imports. */
const siblingsOf = (source: ApplicationSource, table: RuntimeOptions['table']): LoadedApplication[] =>
  source.siblings.flatMap((code) => (code === source.appCode ? [] : (table.get(code) ?? [])));
