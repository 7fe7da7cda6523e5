import type { Transform } from 'node:stream';
import { Semaphore } from '../../kernel/index.ts';
import type { AnyFunction } from './any-function.ts';

/**
 * They close what others wait for, answer more than once, keep no thread, or have no argument for
 * an error.
 */
const WITHOUT_TURN = /Sync$|^(close|exists|openAsBlob|watch|watchFile|unwatchFile|create.*Stream)$/;

/**
 * Turns of one application's asynchronous functions of Node that the process's few threads run: a
 * burst of them waits inside of the application. (design 10.3)
 */
export class Turns {
  readonly #turns: Semaphore;

  /** @param most calls that run at a time; more are not faster, and only make others wait */
  constructor(most: number) {
    this.#turns = new Semaphore(most);
  }

  /** @returns the function, so that each call waits for its turn */
  callback(name: string, call: AnyFunction): AnyFunction {
    if (WITHOUT_TURN.test(name)) return call;
    return (...args) => {
      const answer = args.at(-1);
      if (typeof answer !== 'function' || args.some(asksBack)) return call(...args);
      this.#call(call, args, answer as AnyFunction);
      return undefined;
    };
  }

  /** As {@link callback}, for a function that answers by a promise. */
  promise(name: string, call: AnyFunction): AnyFunction {
    if (WITHOUT_TURN.test(name)) return async (...args) => call(...args);
    return async (...args) =>
      args.some(asksBack) ? call(...args) : this.#turns.run(async () => call(...args));
  }

  /**
   * Lets the chunks of a stream wait for turns. One whose reader does not keep up waits for that
   * reader, and keeps no turn.
   */
  stream<S extends Transform>(stream: S): S {
    const transform = stream._transform.bind(stream);
    const push = stream.push.bind(stream);
    let over = (): void => undefined;
    stream._transform = (chunk, encoding, done) => {
      const work = (resolve: () => void): void => {
        over = resolve;
        transform(chunk, encoding, (...answer) => {
          resolve();
          done(...answer);
        });
      };
      void this.#turns.run(() => new Promise<void>(work));
    };
    stream.push = (...chunk) => {
      const hasRoom = push(...chunk);
      if (!hasRoom) over();
      return hasRoom;
    };
    return stream.once('close', () => over());
  }

  #call(call: AnyFunction, args: readonly unknown[], answer: AnyFunction): void {
    let isAtOnce = true;
    let failure: { readonly error: unknown } | undefined;
    const work = (over: () => void): void => {
      try {
        call(...args.slice(0, -1), (...values: unknown[]) => {
          over();
          answer(...values);
        });
      } catch (error) {
        over();
        if (isAtOnce) failure = { error };
        else process.nextTick(answer, error);
      }
    };
    void this.#turns.run(() => new Promise<void>(work));
    isAtOnce = false;
    if (failure !== undefined) throw failure.error;
  }
}

/** Whether a call runs code of the application before it ends: that may need a turn of its own. */
const asksBack = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  !Array.isArray(value) &&
  ['filter', Symbol.iterator, Symbol.asyncIterator].some((key) => key in value);
