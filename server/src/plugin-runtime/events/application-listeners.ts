import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AbstractClass } from '@platform/plugin-sdk/host';
import { requestContext, within, type RequestContext } from '../../kernel/index.ts';
import type { Faults } from '../contract/faults.ts';
import type { Listener } from './collect-listeners.ts';

/** Fully qualified class names of all loaded versions. */
export type ClassNames = Pick<WeakMap<AbstractClass, string>, 'get' | 'set'>;

/** A running listener. */
interface Run {
  readonly name: string;
  readonly ended: Promise<void>;
  readonly release: () => void;
}

/** The listeners of one loaded application and their runs. */
export class ApplicationListeners {
  readonly #appCode: string;
  readonly #listeners: readonly Listener[];
  readonly #faults: Faults;
  readonly #classNames: ClassNames;
  readonly #running = new Set<Run>();

  constructor(appCode: string, listeners: readonly Listener[], faults: Faults, classNames: ClassNames) {
    this.#appCode = appCode;
    this.#listeners = listeners;
    this.#faults = faults;
    this.#classNames = classNames;
  }

  get all(): readonly Listener[] {
    return this.#listeners;
  }

  /** Starts every matching listener; one that throws or hangs does not affect the others. */
  receive(event: object, publisher: RequestContext | undefined): Array<Promise<void>> {
    return this.#listeners
      .filter((listener) => this.#takes(listener, event))
      .map((listener) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const run = { name: listener.name, ended: promise, release: resolve };
        this.#running.add(run);
        void this.#run(listener, event, publisher).then(() => {
          this.#running.delete(run);
          resolve();
        });
        return promise;
      });
  }

  /**
   * Waits for the running listeners.
   *
   * @returns names of those still running after `timeoutMs`, which are abandoned
   */
  async drain(timeoutMs: number): Promise<string[]> {
    await within(Promise.all([...this.#running].map(({ ended }) => ended)), timeoutMs);
    return [...this.#running].map(({ name, release }) => {
      release();
      return name;
    });
  }

  /**
   * Class names match across versions: an event of a replaced version still reaches its listener.
   */
  #takes(listener: Listener, event: object): boolean {
    if (event instanceof listener.event) return true;
    const name = this.#classNames.get(event.constructor as unknown as AbstractClass);
    return name !== undefined && name === this.#classNames.get(listener.event);
  }

  async #run(listener: Listener, event: object, publisher: RequestContext | undefined): Promise<void> {
    await nextTurn();
    const work = async (): Promise<void> => {
      try {
        await listener.receive(event);
      } catch (error) {
        this.#faults.record(error, `${listener.name} failed on ${listener.event.name}`);
      }
    };
    const appCode = this.#appCode;
    await (publisher
      ? requestContext.run({ ...publisher, appCode }, work)
      : requestContext.runForApplication(appCode, work));
  }
}
