import { type Logger, reasonOf } from '../../kernel/index.ts';
import type { SourceMaps } from '../modules/source-maps.ts';
import { placeOf } from '../modules/source-place.ts';
import type { Fault, FaultKind } from '../health.ts';
import type { Degradation } from '../plugin-runtime.ts';
import { Repeats } from './repeats.ts';

/** How many of the last errors are kept. */
const KEPT = 10;
/** Characters that are kept of a message. */
const LONGEST_MESSAGE = 2_000;
/** An error that answers a request is told to its caller; it degrades nothing. */
const ANSWERED: ReadonlySet<FaultKind> = new Set(['handler', 'timeout']);

/** What went wrong in one loaded application, for the operator: counted by kind, the last ones with their place. (design 9.4-18) */
export class Faults {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  readonly #counts = new Map<FaultKind, number>();
  readonly #recent: Fault[] = [];
  readonly #repeats: Repeats;
  #degradation: Degradation | undefined;

  constructor(logger: Logger, maps: SourceMaps) {
    this.#logger = logger;
    this.#maps = maps;
    this.#repeats = new Repeats((what, count) =>
      logger.error(`${what}: ${count} more from the same place`, { count }),
    );
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
    const { message, place } = this.count(error, kind, what);
    if (this.#repeats.isFirst(`${kind} ${what} ${place ?? message}`, what))
      this.#logger.error(what, { error });
  };

  /** Counts an error that somebody else logs. Anything can have been thrown: it never throws itself. */
  count(error: unknown, kind: FaultKind, what = ''): Fault {
    const place = placeOf(this.#maps.mapError(error));
    const message = reasonOf(error).slice(0, LONGEST_MESSAGE);
    const at = new Date().toISOString();
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const fault: Fault = { kind, what, message, place, at };
    this.#recent.unshift(fault);
    this.#recent.length = Math.min(this.#recent.length, KEPT);
    if (!ANSWERED.has(kind)) {
      this.#degradation = {
        faults: (this.#degradation?.faults ?? 0) + 1,
        lastMessage: message,
        lastAt: at,
      };
    }
    return fault;
  }

  /** Records as `kind`. */
  of(kind: FaultKind, what?: string): (error: unknown) => void {
    return (error) => this.record(error, what, kind);
  }
}
