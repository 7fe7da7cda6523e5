import type { StillReport } from '../../supervisor/index.ts';
import { INSIDE, TURNS, type NamedApplication } from './shared-turns.ts';

/** Inputs and actions of a watch, replaced by tests. */
export interface WatchParts {
  readonly turns: Int32Array;
  /** Process id of the supervisor when the watch began. */
  readonly supervisor: number;
  /** Process id of the parent now. */
  parent(): number;
  resident(): number;
  tell(report: StillReport): void;
  /** Ends this process at once. */
  end(): void;
}

/**
 * Tells who is inside the main thread, and what memory the process takes, while its event loop
 * stands still; ends the process when the supervisor is gone. (design 10.7-4, 10.7-12)
 */
export class Watch {
  readonly #parts: WatchParts;
  readonly #names = new Map<number, string>();
  #seen = -1;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  name({ index, appCode }: NamedApplication): void {
    this.#names.set(index, appCode);
  }

  /** Looks; to be called as often as the loop counts its turns. */
  look(): void {
    const { supervisor, turns } = this.#parts;
    // A process that is blocked does not hear that its supervisor has ended.
    if (this.#parts.parent() !== supervisor) return this.#parts.end();
    const count = Atomics.load(turns, TURNS);
    if (count === this.#seen) {
      const inside = this.#names.get(Atomics.load(turns, INSIDE)) ?? null;
      this.#parts.tell({ inside, residentBytes: this.#parts.resident() });
    }
    this.#seen = count;
  }
}
