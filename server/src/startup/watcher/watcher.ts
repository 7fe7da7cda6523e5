import { Worker } from 'node:worker_threads';
import { INSIDE, NUMBERS, TURNS, type NamedApplication, type WatchData } from './shared-turns.ts';

/** The thread keeps only the names of applications. */
const LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/**
 * A thread that checks whether the event loop of the main thread turns. It also runs while the
 * main thread is in native code. (design 10.7-4)
 */
export class Watcher {
  readonly #turns = new Int32Array(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT));
  readonly #indexes = new Map<string, number>();
  readonly #thread: Worker;

  /** @param program the module that the thread runs */
  constructor(program: string) {
    const workerData: WatchData = {
      turns: this.#turns.buffer,
      supervisor: process.ppid,
    };
    this.#thread = new Worker(program, { workerData, resourceLimits: LIMITS, execArgv: [], env: {} });
    // Without it, the supervisor still watches from outside.
    this.#thread.on('error', () => undefined);
    this.#thread.unref();
  }

  /** The event loop has turned. */
  turned(): void {
    Atomics.add(this.#turns, TURNS, 1);
  }

  /** Synchronous work of an application begins; undefined for work of the host. */
  readonly inside = (appCode: string | undefined): void => {
    Atomics.store(this.#turns, INSIDE, appCode === undefined ? 0 : this.#indexOf(appCode));
  };

  #indexOf(appCode: string): number {
    const known = this.#indexes.get(appCode);
    if (known !== undefined) return known;
    const index = this.#indexes.size + 1;
    this.#indexes.set(appCode, index);
    this.#thread.postMessage({ index, appCode } satisfies NamedApplication);
    return index;
  }
}
