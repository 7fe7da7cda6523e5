import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Undo } from '../disposer.ts';
import { PendingAnswer } from './pending-answer.ts';
import type { Answers, Sibling, Siblings, Question } from './siblings.ts';
import { answerOf, silent, unknownQuestion, type SiblingMessage } from './sibling-message.ts';

type Handler = (asked: unknown) => unknown;

/** Questions and answers over a channel that carries texts between workers. */
export class RelayedSiblings implements Siblings {
  readonly own: Sibling;
  readonly #send: (to: string, text: string) => void;
  readonly #handlers = new Map<string, Handler>();
  readonly #pending = new Map<string, PendingAnswer>();
  readonly #listeners = new Set<() => void>();
  /** Leaves the tenant and transaction of the code that caused a message within one process. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #living: readonly Sibling[];

  /** @param send carries a text to the worker with a token, or loses it */
  constructor(own: Sibling, send: (to: string, text: string) => void) {
    this.own = own;
    this.#send = send;
    this.#living = [own];
  }

  get others(): readonly Sibling[] {
    return this.#living.filter(({ token }) => token !== this.own.token);
  }

  get eldest(): Sibling {
    return this.#living[0] ?? this.own;
  }

  answer<Asked, Answer>(
    question: Question<Asked, Answer>,
    handler: (asked: Asked) => Answer | Promise<Answer>,
  ): Undo {
    this.#handlers.set(question.name, (asked) => handler(asked as Asked));
    return () => void this.#handlers.delete(question.name);
  }

  async ask<Asked, Answer>(question: Question<Asked, Answer>, asked: Asked): Promise<Answers<Answer>> {
    const workers = this.others;
    const results = await Promise.allSettled(workers.map((worker) => this.askOne(worker, question, asked)));
    return {
      answered: results.flatMap((result, at) =>
        result.status === 'fulfilled' ? [{ worker: workers[at] as Sibling, answer: result.value }] : [],
      ),
      missing: workers.filter((_worker, at) => results[at]?.status === 'rejected'),
    };
  }

  async askOne<Asked, Answer>(
    worker: Sibling,
    { name, limitMs }: Question<Asked, Answer>,
    asked: Asked,
  ): Promise<Answer> {
    const id = randomUUID();
    const pending = new PendingAnswer(worker, limitMs);
    this.#pending.set(id, pending);
    try {
      this.#send(worker.token, JSON.stringify({ id, question: name, body: asked } satisfies SiblingMessage));
      return (await pending.answer) as Answer;
    } finally {
      this.#pending.delete(id);
    }
  }

  onChange(listener: () => void): Undo {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Takes what another worker has sent. */
  arrived(from: string, text: string): void {
    const message = JSON.parse(text) as SiblingMessage;
    if (message.question === undefined) this.#pending.get(message.id)?.settle(message);
    else this.#outside(() => void this.#reply(from, message.id, message.question ?? '', message.body));
  }

  /** @param workers the oldest first, this one among them */
  live(workers: readonly Sibling[]): void {
    this.#living = workers;
    const tokens = new Set(workers.map(({ token }) => token));
    for (const pending of this.#pending.values())
      if (!tokens.has(pending.worker.token)) pending.fail(silent(pending.worker));
    for (const listener of this.#listeners) this.#outside(listener);
  }

  async #reply(to: string, id: string, name: string, asked: unknown): Promise<void> {
    const handler = this.#handlers.get(name) ?? unknownQuestion(name);
    this.#send(to, await answerOf(id, async () => handler(asked)));
  }
}
