import type { Clock, Timers } from '../../../server/src/kernel/index.ts';

interface Due {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

const START = Date.parse('2026-01-01T00:00:00Z');

/** Time that passes only when everything that is due has been done. */
export class SimulatedTime implements Timers {
  readonly #heap: Due[] = [];
  readonly clock: Clock = { now: () => START + this.#now };
  #now = 0;
  #order = 0;

  elapsed(): number {
    return this.#now;
  }

  every(intervalMs: number, work: () => void): () => void {
    let stopped = false;
    const again = (): void => {
      this.after(intervalMs, () => {
        if (stopped) return;
        again();
        work();
      });
    };
    again();
    return () => void (stopped = true);
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  after(ms: number, work: () => void): void {
    this.#push({ at: this.#now + Math.max(0, ms), order: (this.#order += 1), work });
  }

  /** Lets time pass until `until` resolves. */
  async run<T>(until: Promise<T>): Promise<T> {
    let ended = false;
    const end = (): void => void (ended = true);
    until.then(end, end);
    await settled();
    while (!ended) {
      const next = this.#pop();
      if (!next) throw new Error('Nothing is left to happen.');
      this.#now = next.at;
      next.work();
      // Events of the same time need no order among themselves.
      for (let same = this.#heap[0]; same?.at === this.#now; same = this.#heap[0]) this.#pop()?.work();
      await settled();
    }
    return until;
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(due, heap[parent])) break;
      heap[at] = heap[parent] as Due;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): Due | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Due, heap[child])) child += 1;
      if (!isBefore(heap[child] as Due, last)) break;
      heap[at] = heap[child] as Due;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

const isBefore = (one: Due, other: Due | undefined): boolean =>
  other === undefined || one.at < other.at || (one.at === other.at && one.order < other.order);

/** Lets all promises settle that wait for nothing but each other. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
