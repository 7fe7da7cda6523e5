import type { Logger } from '../../kernel/index.ts';
import type { SourceMaps } from '../modules/source-maps.ts';
import type { Degradation } from '../plugin-runtime.ts';

/** Errors that nobody caught, of one loaded application. (design 9.4-18) */
export class Faults {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  #degradation: Degradation | undefined;

  constructor(logger: Logger, maps: SourceMaps) {
    this.#logger = logger;
    this.#maps = maps;
  }

  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  readonly record = (error: unknown, what = 'An error that the application did not catch'): void => {
    this.#maps.mapError(error);
    this.#degradation = {
      faults: (this.#degradation?.faults ?? 0) + 1,
      lastMessage: error instanceof Error ? error.message : String(error),
      lastAt: new Date().toISOString(),
    };
    this.#logger.error(what, { error });
  };
}
