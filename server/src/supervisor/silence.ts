/** Time between two looks at a worker, in milliseconds; a worker beats as often. */
export const TICK_MS = 250;
/** Above, this process itself did not run: the machine slept, or it was stopped. */
const GAP_MS = 1_000;

/**
 * Measures for how long a worker has been silent, in time in which the supervisor itself ran.
 * (design 10.7-5)
 */
export class Silence {
  readonly #limitMs: number;
  #silentMs = 0;
  #allowedMs = 0;
  #isDebugged = false;
  #last: number;

  /**
   * @param limitMs silence after which the worker is blocked
   * @param now milliseconds on a clock that does not go back
   */
  constructor(limitMs: number, now: number) {
    this.#limitMs = limitMs;
    this.#last = now;
  }

  /** The worker has sent a beat. */
  end(isDebugged: boolean): void {
    this.#silentMs = 0;
    this.#allowedMs = 0;
    this.#isDebugged = isDebugged;
  }

  /** The worker has announced work without beats. (design 16-7) */
  allow(limitMs: number): void {
    this.#silentMs = 0;
    this.#allowedMs = limitMs;
  }

  /** @returns for how long the worker has been silent, in milliseconds */
  look(now: number): number {
    const passed = now - this.#last;
    this.#last = now;
    this.#silentMs += passed > GAP_MS ? TICK_MS : passed;
    return this.silentMs;
  }

  get silentMs(): number {
    return this.#isDebugged ? 0 : this.#silentMs;
  }

  get isTooLong(): boolean {
    return this.silentMs >= Math.max(this.#limitMs, this.#allowedMs);
  }
}
