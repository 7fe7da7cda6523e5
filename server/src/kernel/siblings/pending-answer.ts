import type { Sibling } from './siblings.ts';
import { silent, thrownBy, type SiblingMessage } from './sibling-message.ts';

/** An answer of another worker, until it arrives, the worker ends, or the time is over. */
export class PendingAnswer {
  readonly worker: Sibling;
  readonly answer: Promise<unknown>;
  readonly #resolve: (body: unknown) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;

  constructor(worker: Sibling, limitMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.worker = worker;
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.fail(silent(worker)), limitMs).unref();
  }

  settle({ body, refusal }: SiblingMessage): void {
    if (refusal !== undefined) return this.fail(thrownBy(refusal));
    clearTimeout(this.#timer);
    this.#resolve(body);
  }

  fail(error: Error): void {
    clearTimeout(this.#timer);
    this.#reject(error);
  }
}
