import { PlatformError } from '../../kernel/index.ts';

/** Lets one dump or profile run at a time: each costs memory and stops the loop for a while. */
export class Exclusive {
  #busy = false;

  /**
   * @param work calls `end` when the next one may begin
   * @throws DIAGNOSIS_RUNNING (429)
   */
  async run<T>(work: (end: () => void) => T | Promise<T>): Promise<T> {
    if (this.#busy) throw running();
    this.#busy = true;
    const end = (): void => void (this.#busy = false);
    try {
      return await work(end);
    } catch (error) {
      end();
      throw error;
    }
  }
}

const running = (): PlatformError =>
  new PlatformError({
    code: 'DIAGNOSIS_RUNNING',
    status: 429,
    message: 'Another dump or profile of this kind is being made.',
    fix: 'Wait until it is complete.',
  });
