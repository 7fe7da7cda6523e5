import type { Undo } from '../disposer.ts';
import { serviceToken } from '../service.ts';

/** A worker of this machine. */
export interface Sibling {
  /** From 1; no two workers that live have the same one. */
  readonly number: number;
  /** Unique for each process. */
  readonly token: string;
  readonly pid: number | undefined;
}

/** Something that workers ask each other. Questions and answers are JSON. */
export interface Question<Asked, Answer> {
  readonly name: string;
  /** A worker that has not answered within these milliseconds is left out. */
  readonly limitMs: number;
  /** Carries the types, never a value. */
  readonly types?: (asked: Asked) => Answer;
}

export const question = <Asked, Answer>(name: string, limitMs = 2_000): Question<Asked, Answer> => ({
  name,
  limitMs,
});

export interface Answers<Answer> {
  readonly answered: ReadonlyArray<{ readonly worker: Sibling; readonly answer: Answer }>;
  /** Those that ended, were blocked, or failed. */
  readonly missing: readonly Sibling[];
}

/** The workers of this machine, which share its address and its monitoring endpoints. */
export interface Siblings {
  readonly own: Sibling;
  /** The other workers that live, the oldest first. */
  readonly others: readonly Sibling[];
  /** The worker that has lived longest, which does what one of them has to do. */
  readonly eldest: Sibling;
  /** Answers other workers; what the answer throws is thrown where one asks this worker alone. */
  answer<Asked, Answer>(
    question: Question<Asked, Answer>,
    handler: (asked: Asked) => Answer | Promise<Answer>,
  ): Undo;
  /** Asks all others; it never fails. */
  ask<Asked, Answer>(question: Question<Asked, Answer>, asked: Asked): Promise<Answers<Answer>>;
  /** @throws WORKER_SILENT (503), and what the answer throws */
  askOne<Asked, Answer>(worker: Sibling, question: Question<Asked, Answer>, asked: Asked): Promise<Answer>;
  /** Called when a worker has begun or ended. */
  onChange(listener: () => void): Undo;
}

/** Absent where this process is the only worker of its machine. */
export const SIBLINGS = serviceToken<Siblings>('siblings');
