import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import type { HoldMeter } from '../event-loop/hold-meter.ts';

type Callback = (...args: unknown[]) => unknown;
type Handle = NodeJS.Timeout | NodeJS.Immediate;
type Kind = 'setTimeout' | 'setInterval' | 'setImmediate';

/** Timer functions that an application's modules see. */
export interface TimerFunctions {
  setTimeout(callback: Callback, delay?: number, ...args: unknown[]): NodeJS.Timeout;
  setInterval(callback: Callback, delay?: number, ...args: unknown[]): NodeJS.Timeout;
  setImmediate(callback: Callback, ...args: unknown[]): NodeJS.Immediate;
  clearTimeout(handle: unknown): void;
  clearInterval(handle: unknown): void;
  clearImmediate(handle: unknown): void;
}

/**
 * Timers of one loaded application, cleared with it; their errors count as its faults.
 *
 * (design 3.3, 9.4-18)
 */
export class TimerScope {
  readonly functions: TimerFunctions;
  /** The exports of `node:timers`. */
  readonly module: object;
  /** The exports of `node:timers/promises`. */
  readonly promises: object;
  readonly #appCode: string;
  readonly #onFault: (error: unknown) => void;
  readonly #meter: Pick<HoldMeter, 'run'>;
  readonly #open = new Map<unknown, string>();
  readonly #ended = new AbortController();

  constructor(appCode: string, onFault: (error: unknown) => void, meter: Pick<HoldMeter, 'run'>) {
    this.#appCode = appCode;
    this.#onFault = onFault;
    this.#meter = meter;
    this.functions = this.#timerFunctions();
    this.promises = this.#promiseFunctions();
    this.module = Object.freeze({ ...this.functions, promises: this.promises });
  }

  get openCount(): number {
    return this.#open.size;
  }

  /**
   * Clears all open timers.
   *
   * @returns a description of each, for the unload report
   */
  close(): string[] {
    const open = [...this.#open.values()];
    for (const handle of this.#open.keys()) clearTimeout(handle as NodeJS.Timeout);
    for (const handle of this.#open.keys()) clearImmediate(handle as NodeJS.Immediate);
    this.#open.clear();
    this.#ended.abort(new Error(`Application ${this.#appCode} has been unloaded.`));
    return open;
  }

  #timerFunctions(): TimerFunctions {
    const clear = (handle: unknown): void => {
      this.#open.delete(handle);
      clearTimeout(handle as NodeJS.Timeout);
    };
    const later = (callback: Callback, delay?: number, ...args: unknown[]): NodeJS.Timeout => {
      const handle = setTimeout(() => this.#run(callback, args, handle), delay);
      return this.#track(handle, 'setTimeout', callback, delay);
    };
    Object.defineProperty(later, promisify.custom, {
      value: (delay?: number, value?: unknown) => timersPromises.setTimeout(delay, value, this.#options()),
    });
    return Object.freeze({
      setTimeout: later,
      setInterval: (callback: Callback, delay?: number, ...args: unknown[]) =>
        this.#track(
          setInterval(() => this.#run(callback, args), delay),
          'setInterval',
          callback,
          delay,
        ),
      setImmediate: (callback: Callback, ...args: unknown[]) => {
        const handle = setImmediate(() => this.#run(callback, args, handle));
        return this.#track(handle, 'setImmediate', callback);
      },
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: (handle: unknown) => {
        this.#open.delete(handle);
        clearImmediate(handle as NodeJS.Immediate);
      },
    });
  }

  #promiseFunctions(): object {
    type Options = { readonly signal?: AbortSignal; readonly ref?: boolean };
    return Object.freeze({
      setTimeout: (delay?: number, value?: unknown, options?: Options) =>
        timersPromises.setTimeout(delay, value, this.#options(options)),
      setImmediate: (value?: unknown, options?: Options) =>
        timersPromises.setImmediate(value, this.#options(options)),
      setInterval: (delay?: number, value?: unknown, options?: Options) =>
        timersPromises.setInterval(delay, value, this.#options(options)),
      scheduler: Object.freeze({
        wait: (delay: number, options?: Options) =>
          timersPromises.scheduler.wait(delay, this.#options(options)),
        yield: () => timersPromises.scheduler.yield(),
      }),
    });
  }

  #options<T extends { readonly signal?: AbortSignal }>(options?: T): T & { signal: AbortSignal } {
    const { signal: ended } = this.#ended;
    const signal = options?.signal ? AbortSignal.any([ended, options.signal]) : ended;
    return { ...(options as T), signal };
  }

  #track<T extends Handle>(handle: T, kind: Kind, callback: Callback, delay?: number): T {
    const name = callback.name || 'anonymous';
    this.#open.set(handle, delay === undefined ? `${kind}(${name})` : `${kind}(${name}, ${delay})`);
    return handle;
  }

  /** @param once handle of a one-shot timer */
  #run(callback: Callback, args: unknown[], once?: unknown): void {
    if (once !== undefined) this.#open.delete(once);
    try {
      this.#meter.run(`Timer ${callback.name || 'anonymous'}`, () => callback(...args));
    } catch (error) {
      this.#onFault(error);
    }
  }
}
