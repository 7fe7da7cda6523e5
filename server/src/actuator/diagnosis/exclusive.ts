import type { MachineLock } from '../../data/index.ts';
import { codeOf, PlatformError } from '../../kernel/index.ts';

/**
 * Lets one dump or profile run at a time on this machine: each costs memory and stops the loop for
 * a while.
 */
export class Exclusive {
  readonly #lock: MachineLock;
  #busy = false;

  /** @param lock that does not wait for other workers */
  constructor(lock: MachineLock) {
    this.#lock = lock;
  }

  /**
   * @param work calls `end` when the next one may begin
   * @throws DIAGNOSIS_RUNNING (429)
   */
  async run<T>(work: (end: () => void) => T | Promise<T>): Promise<T> {
    if (this.#busy) throw running();
    this.#busy = true;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const holding = this.#lock.exclusively(async () => {
      const ended = Promise.withResolvers<void>();
      try {
        resolve(await work(ended.resolve));
        await ended.promise;
      } catch (error) {
        reject(error);
      }
    });
    void holding
      .catch((error: unknown) =>
        reject(codeOf(error) === 'MACHINE_LOCK_TIMEOUT' ? running() : (error as Error)),
      )
      .finally(() => (this.#busy = false));
    return promise;
  }
}

const running = (): PlatformError =>
  new PlatformError({
    code: 'DIAGNOSIS_RUNNING',
    status: 429,
    message: 'Another dump or profile of this kind is being made.',
    fix: 'Wait until it is complete.',
  });
