import { HOST_ID } from '../data/index.ts';
import {
  PlatformError,
  question,
  SIBLINGS,
  type ModuleContext,
  type Sibling,
  type Siblings,
} from '../kernel/index.ts';

interface WorkerFacts {
  readonly pid: number;
  /** Its id for the database. */
  readonly host: string;
  /** ISO timestamp. */
  readonly startTime: string;
}

const FACTS = question<null, WorkerFacts>('facts');

export const startTime = (): string => new Date(Math.round(performance.timeOrigin)).toISOString();

/** The workers of this machine, this one among them. */
export class MachineWorkers {
  readonly #siblings: Siblings | undefined;
  readonly #own: WorkerFacts;

  constructor(ctx: Pick<ModuleContext, 'services' | 'onDispose'>) {
    this.#siblings = ctx.services.find(SIBLINGS);
    this.#own = { pid: process.pid, host: ctx.services.use(HOST_ID), startTime: startTime() };
    if (this.#siblings) ctx.onDispose(this.#siblings.answer(FACTS, () => this.#own));
  }

  /**
   * @param number as `?worker=` names it; this one where it is missing
   * @returns the worker to ask; undefined for this one
   * @throws WORKER_UNKNOWN (404)
   */
  find(number: number | undefined): Sibling | undefined {
    if (number === undefined || number === (this.#siblings?.own.number ?? 1)) return undefined;
    const found = this.#siblings?.others.find((worker) => worker.number === number);
    if (found) return found;
    throw new PlatformError({
      code: 'WORKER_UNKNOWN',
      status: 404,
      message: `This machine has no worker ${number}.`,
      fix: 'GET /actuator/info lists the workers.',
    });
  }

  /** All that live, by their numbers; those that do not answer too. */
  async list() {
    const own = { number: this.#siblings?.own.number ?? 1, ...this.#own, answers: true };
    if (this.#siblings === undefined) return [own];
    const { answered, missing } = await this.#siblings.ask(FACTS, null);
    return [
      own,
      ...answered.map(({ worker: { number }, answer }) => ({ number, ...answer, answers: true })),
      ...missing.map(({ number, pid }) => ({
        number,
        ...(pid === undefined ? {} : { pid }),
        answers: false,
      })),
    ].sort((one, other) => one.number - other.number);
  }
}
