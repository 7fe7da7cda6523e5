import type { Clock } from '../../kernel/index.ts';
import type { Ids } from './ids.ts';

const EPOCH = Date.UTC(2024, 0, 1);
const TICK_MS = 4;
const SEQUENCES = 16;
/** Number of node numbers. */
export const NODES = 1024;
/** Maximum lead of identifiers over the clock in a burst, in milliseconds. */
const AHEAD_MS = 10_000;
/** Number of identifiers made between two waits. */
const PORTION = 1_000;

/**
 * Identifiers of 39 bits of 4 ms since 2024-01-01, 10 bits of node and 4 bits of sequence.
 *
 * Size and order equal those of 41 bits of milliseconds with 5 and 7 bits. Several node numbers
 * allow more per 4 ms. (design 10.7-1)
 */
export class SnowflakeIds implements Ids {
  readonly #clock: Clock;
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));
  #numbers: readonly number[];
  #tick = 0;
  #now = 0;
  #at = 0;
  #sequence = SEQUENCES;

  /** @param numbers node numbers, 0 to 1023, that nobody else uses */
  constructor(clock: Clock, ...numbers: readonly number[]) {
    this.#clock = clock;
    this.#numbers = numbers.toSorted((a, b) => a - b);
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Time of the latest identifier, in milliseconds since 1970. */
  get reachedMs(): number {
    return EPOCH + this.#tick * TICK_MS;
  }

  /** Lead of the latest identifier over the clock, in milliseconds. */
  get aheadMs(): number {
    return Math.max(0, this.#tick - this.#now) * TICK_MS;
  }

  /** Replaces the node numbers. */
  use(numbers: readonly number[]): void {
    this.#numbers = numbers.toSorted((a, b) => a - b);
    this.#at = this.#numbers.length;
    this.#sequence = SEQUENCES;
  }

  /** Makes only identifiers after `timeMs`, in milliseconds since 1970. */
  continueAfter(timeMs: number): void {
    const tick = Math.floor((timeMs - EPOCH) / TICK_MS);
    if (tick < this.#tick) return;
    this.#tick = tick;
    this.use(this.#numbers);
  }

  /** Number of identifiers available without waiting. */
  get room(): number {
    this.#look();
    const ahead = Math.max(0, this.#tick - this.#now);
    return Math.max(0, AHEAD_MS / TICK_MS - ahead) * this.#numbers.length * SEQUENCES;
  }

  next(): number {
    this.#look();
    if (this.#now > this.#tick) this.#enter(this.#now);
    else if (this.#sequence + 1 < SEQUENCES) this.#sequence += 1;
    else if (this.#at + 1 < this.#numbers.length) {
      this.#at += 1;
      this.#sequence = 0;
    } else {
      if (this.aheadMs >= AHEAD_MS) Atomics.wait(this.#sleeper, 0, 0, TICK_MS);
      this.#look();
      this.#enter(Math.max(this.#now, this.#tick + 1));
    }
    return (this.#tick * NODES + (this.#numbers[this.#at] ?? 0)) * SEQUENCES + this.#sequence;
  }

  async take(count: number): Promise<number[]> {
    const made: number[] = [];
    while (made.length < count) {
      const portion = Math.min(count - made.length, this.room, PORTION);
      if (portion === 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      for (let n = 0; n < portion; n += 1) made.push(this.next());
    }
    return made;
  }

  /** After the clock is set back, time continues from the latest identifier. */
  #look(): void {
    this.#now = Math.floor((this.#clock.now() - EPOCH) / TICK_MS);
  }

  #enter(tick: number): void {
    this.#tick = tick;
    this.#at = 0;
    this.#sequence = 0;
  }
}
