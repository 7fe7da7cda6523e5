import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { Ids } from './ids.ts';

const EPOCH = Date.UTC(2024, 0, 1);
const NODES = 32;
const SEQUENCES = 128;
/** A clock that has not moved after this many milliseconds of waiting stands still. */
const PATIENCE = 5;

/** 41 bits of milliseconds since 2024-01-01, 5 bits of node, 7 bits of sequence. (design 2.1) */
export class SnowflakeIds implements Ids {
  readonly #clock: Clock;
  readonly #node: number;
  readonly #sleeper = new Int32Array(new SharedArrayBuffer(4));
  #millisecond = 0;
  #sequence = 0;

  /**
   * @param node 0 to 31, another one on each host of a database
   * @throws NODE_NUMBER_INVALID
   */
  constructor(clock: Clock, node: number) {
    if (!Number.isInteger(node) || node < 0 || node >= NODES) {
      throw new PlatformError({
        code: 'NODE_NUMBER_INVALID',
        message: `Node number ${node} is not one of 0 to ${NODES - 1}.`,
        fix: 'Set platform.node, to another number on each host.',
      });
    }
    this.#clock = clock;
    this.#node = node;
  }

  next(): number {
    const now = this.#clock.now() - EPOCH;
    if (now > this.#millisecond) {
      this.#millisecond = now;
      this.#sequence = 0;
    } else if (this.#sequence + 1 < SEQUENCES) {
      this.#sequence += 1;
    } else {
      this.#millisecond = this.#after(this.#millisecond);
      this.#sequence = 0;
    }
    return this.#millisecond * NODES * SEQUENCES + this.#node * SEQUENCES + this.#sequence;
  }

  /** Waits until the clock is past `millisecond`. One that was set back or stands still is overtaken instead. */
  #after(millisecond: number): number {
    for (let waited = 0; waited < PATIENCE; waited += 1) {
      const now = this.#clock.now() - EPOCH;
      if (now > millisecond) return now;
      Atomics.wait(this.#sleeper, 0, 0, 1);
    }
    return Math.max(this.#clock.now() - EPOCH, millisecond + 1);
  }
}
