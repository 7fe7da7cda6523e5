import type { StepHost } from '@platform/host-api';
import { PlatformError, type Clock, type Logger } from '../../kernel/index.ts';
import type { StepRecord, StepStatus, TaskFailure } from './task.ts';
import { errorOf } from './task-failure.ts';
import type { TaskFeed } from './task-feed.ts';
import type { TaskProgress, TaskStore } from './task-store.ts';

/** A step's access to its task. `J` is the journal that a rollback reads. */
export interface TaskWork<J> {
  readonly taskId: number;
  /** Aborted with the reason when the work must stop. */
  readonly signal: AbortSignal;
  /** Writes to the journal; call it before the effect that it describes. */
  record(patch: Partial<J>): Promise<void>;
  log(line: string): void;
  /** @param fraction completed share of the step, 0 to 1 */
  progress(fraction: number): void;
  /** Saves log and progress, which also renews the task's time limit. @throws when it must stop */
  save(): Promise<void>;
  /** Shows how far the hosts are with the step. */
  hosts(hosts: readonly StepHost[]): void;
  /** Sets the task's target version once it is known. */
  reach(version: string): void;
}

/** One task of this process: its steps, log and progress, saved as they change. */
export class TaskRun<J> implements TaskWork<J> {
  readonly taskId: number;
  readonly #store: TaskStore;
  readonly #feed: TaskFeed;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #lines: string[] = [];
  #steps: StepRecord[];
  #current = -1;
  #fraction = 0;
  #version: string | null;
  #journal: Partial<J> = {};
  #stopped: PlatformError | undefined;
  readonly #abort = new AbortController();

  constructor(
    taskId: number,
    steps: readonly string[],
    version: string | null,
    services: { store: TaskStore; feed: TaskFeed; clock: Clock; logger: Logger },
  ) {
    this.taskId = taskId;
    this.#steps = pendingSteps(steps);
    this.#version = version;
    this.#store = services.store;
    this.#feed = services.feed;
    this.#clock = services.clock;
    this.#logger = services.logger;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get stage(): string {
    return this.#steps[this.#current]?.name ?? 'start';
  }

  get steps(): readonly StepRecord[] {
    return this.#steps;
  }

  get logText(): string {
    return this.#lines.join('\n');
  }

  get snapshot(): TaskProgress {
    return {
      currentStep: this.#steps[this.#current]?.name ?? null,
      progress: this.#percent(),
      logText: this.logText,
      steps: this.#steps,
      version: this.#version,
    };
  }

  /** Stops the work at its next step, because the task was declared failed or the host stops. */
  stop(reason: PlatformError): void {
    this.#stopped ??= reason;
    this.#abort.abort(reason);
  }

  async step(index: number, work: (task: TaskWork<J>) => Promise<void>): Promise<void> {
    this.#current = index;
    this.#fraction = 0;
    const startedAt = this.#clock.now();
    this.#mark({ status: 'running', startedAt: new Date(startedAt).toISOString(), durationMs: null });
    await this.save();
    await work(this);
    this.#fraction = 1;
    this.#mark({ status: 'succeeded', durationMs: this.#clock.now() - startedAt });
    this.#feed.publish(this.taskId, { type: 'progress', data: { progress: this.#percent() } });
  }

  async record(patch: Partial<J>): Promise<void> {
    this.#journal = { ...this.#journal, ...patch };
    if (!(await this.#store.saveJournal(this.taskId, this.#journal))) this.stop(await this.#ended());
    this.#check();
  }

  log(line: string): void {
    this.#lines.push(`${new Date(this.#clock.now()).toISOString()} ${line}`);
    this.#logger.info(line, { taskId: this.taskId, step: this.stage });
    this.#feed.publish(this.taskId, { type: 'log', data: { line: this.#lines.at(-1) ?? line } });
  }

  progress(fraction: number): void {
    const before = this.#percent();
    this.#fraction = Math.min(1, Math.max(0, fraction));
    const progress = this.#percent();
    if (progress !== before) this.#feed.publish(this.taskId, { type: 'progress', data: { progress } });
  }

  reach(version: string): void {
    this.#version = version;
  }

  hosts(hosts: readonly StepHost[]): void {
    const status = this.#steps[this.#current]?.status ?? 'running';
    this.#mark({ status, hosts: [...hosts] });
  }

  /** Marks the running step as failed and logs the reason. */
  fail(failure: TaskFailure): void {
    const step = this.#steps[this.#current];
    if (step?.status === 'running') {
      const startedAt = Date.parse(step.startedAt ?? '');
      this.#mark({ status: 'failed', durationMs: this.#clock.now() - startedAt });
    }
    this.log(`Failed in ${failure.stage}: ${failure.message}`);
  }

  /** Marks the remaining steps as succeeded. */
  finish(): void {
    for (; this.#current < this.#steps.length - 1; this.#current += 1) this.#mark({ status: 'succeeded' });
    this.#mark({ status: 'succeeded' });
  }

  async save(): Promise<void> {
    this.#check();
    if (!(await this.#store.saveProgress(this.taskId, this.snapshot))) this.stop(await this.#ended());
    this.#check();
  }

  /** The failure that another process has written when it ended the task. */
  async #ended(): Promise<PlatformError> {
    const failure = (await this.#store.findOfAnyTenant(this.taskId))?.failure;
    return failure ? errorOf(failure) : timedOut();
  }

  #check(): void {
    if (this.#stopped) throw this.#stopped;
  }

  #mark(change: Partial<StepRecord> & { status: StepStatus }): void {
    this.#steps = this.#steps.map((step, index) => (index === this.#current ? { ...step, ...change } : step));
    const step = this.#steps[this.#current];
    if (!step) return;
    const { name, status, durationMs, hosts } = step;
    const data = { name, status, durationMs, ...(hosts ? { hosts } : {}) };
    this.#feed.publish(this.taskId, { type: 'step', data });
  }

  #percent(): number {
    if (this.#current < 0) return 0;
    return Math.round(((this.#current + this.#fraction) / this.#steps.length) * 100);
  }
}

export function pendingSteps(names: readonly string[]): StepRecord[] {
  return names.map((name) => ({ name, status: 'pending', startedAt: null, durationMs: null }));
}

function timedOut(): PlatformError {
  return new PlatformError({
    code: 'TASK_TIMEOUT',
    status: 504,
    message: 'The task exceeded app-market.task.timeout-minutes and was declared failed.',
    details: { params: { case: 'exceeded' } },
    fix: 'Check its log for the slow step, then start it again.',
  });
}
