import type { Logger } from '../../kernel/index.ts';
import type { SourceMaps } from '../modules/source-maps.ts';
import { placeOf } from '../modules/source-place.ts';
import type { Fault, FaultKind } from '../health.ts';
import type { Degradation } from '../plugin-runtime.ts';

/** How many of the last errors are kept. */
const KEPT = 10;
/** An error that answers a request is told to its caller; it degrades nothing. */
const ANSWERED: ReadonlySet<FaultKind> = new Set(['handler', 'timeout']);

/** What went wrong in one loaded application, for the operator: counted by kind, the last ones with their place. (design 9.4-18) */
export class Faults {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  readonly #counts = new Map<FaultKind, number>();
  readonly #recent: Fault[] = [];
  #degradation: Degradation | undefined;

  constructor(logger: Logger, maps: SourceMaps) {
    this.#logger = logger;
    this.#maps = maps;
  }

  /** Errors that nobody answered for: the application is not what it should be. */
  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  get counts(): Readonly<Partial<Record<FaultKind, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** The last ones, the newest first. */
  get recent(): readonly Fault[] {
    return this.#recent;
  }

  /** Counts and logs an error. */
  readonly record = (
    error: unknown,
    what = 'An error that the application did not catch',
    kind: FaultKind = 'uncaught',
  ): void => {
    this.count(error, kind, what);
    this.#logger.error(what, { error });
  };

  /** Counts an error that somebody else logs. */
  count(error: unknown, kind: FaultKind, what = ''): void {
    const place = placeOf(this.#maps.mapError(error));
    const message = error instanceof Error ? error.message : String(error);
    const at = new Date().toISOString();
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#recent.unshift({ kind, what, message, place, at });
    this.#recent.length = Math.min(this.#recent.length, KEPT);
    if (ANSWERED.has(kind)) return;
    this.#degradation = {
      faults: (this.#degradation?.faults ?? 0) + 1,
      lastMessage: message,
      lastAt: at,
    };
  }

  /** Records as `kind`. */
  of(kind: FaultKind, what?: string): (error: unknown) => void {
    return (error) => this.record(error, what, kind);
  }
}
