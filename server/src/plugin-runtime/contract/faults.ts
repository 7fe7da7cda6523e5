import { type Logger, reasonOf } from '../../kernel/index.ts';
import type { SourceMaps } from './source-maps.ts';
import { placeOf } from './source-place.ts';
import type { Fault, FaultKind } from './application-health.ts';
import type { Degradation } from './application-description.ts';
import { RepeatedErrors } from './repeated-errors.ts';

/** Number of recent errors that are kept. */
const MAX_RECENT = 10;
/** Characters of a message that are kept. */
const MAX_MESSAGE_LENGTH = 2_000;
/** Errors that no caller received; undefined if there are none. */
const ANSWERED_KINDS: ReadonlySet<FaultKind> = new Set(['handler', 'timeout']);

/** Errors of one loaded application, counted by kind, with the most recent ones. (design 9.4-18) */
export class Faults {
  readonly #logger: Logger;
  readonly #maps: SourceMaps;
  readonly #counts = new Map<FaultKind, number>();
  readonly #recent: Fault[] = [];
  readonly #repeats: RepeatedErrors;
  #degradation: Degradation | undefined;

  constructor(logger: Logger, maps: SourceMaps) {
    this.#logger = logger;
    this.#maps = maps;
    this.#repeats = new RepeatedErrors((what, count) =>
      logger.error(`${what}: repeated ${count} times`, { count }),
    );
  }

  /** Errors that nobody answered for: the application is not what it should be. */
  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  get counts(): Readonly<Partial<Record<FaultKind, number>>> {
    return Object.fromEntries(this.#counts);
  }

  /** Most recent errors, newest first. */
  get recent(): readonly Fault[] {
    return this.#recent;
  }

  /** Counts and logs an error. */
  readonly record = (
    error: unknown,
    what = 'Uncaught error of the application',
    kind: FaultKind = 'uncaught',
  ): Fault => {
    const fault = this.count(error, kind, what);
    if (this.#repeats.isFirst(`${kind} ${what} ${fault.place ?? fault.message}`, what))
      this.#logger.error(what, { error });
    return fault;
  };

  /** Counts an error that the caller logs. Any value may have been thrown, so this never throws. */
  count(error: unknown, kind: FaultKind, what = ''): Fault {
    const place = placeOf(this.#maps.mapError(error));
    const message = reasonOf(error).slice(0, MAX_MESSAGE_LENGTH);
    const at = new Date().toISOString();
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const fault: Fault = { kind, what, message, place, at };
    this.#recent.unshift(fault);
    this.#recent.length = Math.min(this.#recent.length, MAX_RECENT);
    if (!ANSWERED_KINDS.has(kind)) {
      this.#degradation = {
        faults: (this.#degradation?.faults ?? 0) + 1,
        lastMessage: message,
        lastAt: at,
      };
    }
    return fault;
  }

  /** Returns a recorder for one kind. */
  of(kind: FaultKind, what?: string): (error: unknown) => void {
    return (error) => void this.record(error, what, kind);
  }
}
