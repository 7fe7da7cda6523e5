import type { LoopLoad } from './protocol.ts';

/** From this share on the loop rests for moments only. */
const BUSY_SHARE = 0.95;
/** From this time of one turn on others notice that they wait, in milliseconds. */
const LONG_TURN_MS = 100;

/**
 * Measures for how long the event loop of a worker turns, but slowly and without rest. Rest counts
 * against it, so that a pause now and then hides nothing.
 */
export class Strain {
  #ms = 0;
  #turnMs = 0;

  /** The worker has told of its loop. */
  add({ sinceMs, busyShare, turnMs }: LoopLoad): void {
    const isStrained = busyShare >= BUSY_SHARE && turnMs >= LONG_TURN_MS;
    this.#ms = Math.max(0, this.#ms + (isStrained ? sinceMs : -sinceMs));
    if (isStrained) this.#turnMs = turnMs;
  }

  /** Begins again. */
  end(): void {
    this.#ms = 0;
  }

  get ms(): number {
    return this.#ms;
  }

  /** Time of the last turn that was slow, in milliseconds. */
  get turnMs(): number {
    return this.#turnMs;
  }
}
