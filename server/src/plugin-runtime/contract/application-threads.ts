import type { Worker } from 'node:worker_threads';
import { serviceToken } from '../../kernel/index.ts';

/** A thread in native code does not answer; the others are known then, in milliseconds. */
const ANSWER_LIMIT_MS = 300;

/** Threads that applications have started, and the memory that they take. (design 10.3) */
export class ApplicationThreads {
  readonly #applications = new Map<Worker, string>();

  /** Follows a thread until it ends. */
  add(appCode: string, thread: Worker): void {
    this.#applications.set(thread, appCode);
    thread.once('exit', () => this.#applications.delete(thread));
  }

  /** @returns the bytes in heaps of threads, and outside of them, by application */
  bytes(): Promise<ReadonlyMap<string, number>> | undefined {
    return this.#applications.size === 0 ? undefined : this.#bytes();
  }

  async #bytes(): Promise<ReadonlyMap<string, number>> {
    const bytes = new Map<string, number>();
    const adding = [...this.#applications].map(async ([thread, appCode]) => {
      const { total_physical_size: heap, external_memory: outside } = await thread.getHeapStatistics();
      bytes.set(appCode, (bytes.get(appCode) ?? 0) + heap + outside);
    });
    const over = new Promise((passed) => setTimeout(passed, ANSWER_LIMIT_MS).unref());
    // One that has ended meanwhile takes nothing.
    await Promise.race([Promise.allSettled(adding), over]);
    return new Map(bytes);
  }
}

export const APPLICATION_THREADS = serviceToken<ApplicationThreads>('threads of applications');
