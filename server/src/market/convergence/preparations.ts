import { PlatformError, toPlatformError, type Logger, type Timers, type Undo } from '../../kernel/index.ts';
import type { PreparedLoad } from '../../plugin-runtime/index.ts';
import {
  LEFT_OUT,
  type Phase,
  type PhaseAnswer,
  type PhaseFailure,
  type PhaseStore,
} from '../records/phase-store.ts';
import type { Placement } from '../disk/placement.ts';
import type { Backends } from '../runtime/backends.ts';
import type { LocalFiles } from './local-files.ts';

/** Versions that this host has prepared for operations of other hosts. */
export interface Prepared {
  readonly taskId: number;
  readonly appCode: string;
  readonly version: string;
  /** The files are those of the host that runs the operation. */
  readonly sharesFiles: boolean;
  /** Null where there is no backend, or none is to be loaded. */
  readonly backend: PreparedLoad | null;
  /** Stage that was asked for last. */
  stage: Phase['stage'];
}

export interface PreparationParts {
  readonly nodeId: string;
  readonly phases: Pick<PhaseStore, 'open' | 'answer' | 'withdraw'>;
  readonly files: Pick<LocalFiles, 'exclusively' | 'prepare' | 'takeBack'> & {
    readonly placement: Pick<Placement, 'stagedJar'>;
  };
  readonly backends: Pick<Backends, 'prepare'>;
  /** Whether an operation of this host is on the application, which others have overtaken then. */
  readonly isBusy: (appCode: string) => boolean;
  /** Whether the host that runs the operation has its files in the same directory. */
  readonly sharesFiles: (phase: Phase) => boolean;
  /** Those of the nodes whose lease has not run out. */
  readonly living: (nodeIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Follows what was committed, which takes the prepared version of it. */
  readonly converge: () => Promise<void>;
  /** Reads tables and columns again, since migrations have run on another host. */
  readonly rereadTables: () => Promise<void>;
  readonly logger: Logger;
  readonly timers: Timers;
}

/**
 * Prepares what operations of other hosts ask for, and gives it up when they end without a commit.
 * (design 10.7-7)
 */
export class Preparations {
  readonly #parts: PreparationParts;
  readonly #prepared = new Map<string, Prepared>();
  /** Work on an application; it never fails. */
  readonly #work = new Map<string, Promise<void>>();
  /** Last answer to each task. */
  readonly #answers = new Map<number, PhaseAnswer>();
  #round: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #stopLooking: Undo | undefined;
  #isOpen = false;

  constructor(parts: PreparationParts) {
    this.#parts = parts;
  }

  /** Looks at once, and then at each interval. Before, nothing is prepared. */
  async start(intervalMs: number): Promise<void> {
    this.#isOpen = true;
    await this.look();
    this.#stopLooking = this.#parts.timers.every(intervalMs, () => void this.look());
  }

  /** Looks what is asked for. Work continues after it; each end of work looks again. */
  look(): Promise<void> {
    if (!this.#round) return this.#begin();
    return (this.#next ??= this.#round.then(() => {
      this.#next = undefined;
      return this.#begin();
    }));
  }

  /**
   * Gives up what was prepared of an application.
   *
   * @param version the one to return instead, which is the caller's from then on
   */
  async take(appCode: string, version: string | null): Promise<Prepared | undefined> {
    await this.#work.get(appCode);
    const prepared = this.#prepared.get(appCode);
    if (!prepared) return undefined;
    this.#prepared.delete(appCode);
    if (prepared.version === version) return prepared;
    // Where its operation still runs, it is asked for again.
    await this.#forget(prepared.taskId);
    await this.#giveUp(prepared);
    return undefined;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#stopLooking?.();
    await this.#next;
    await this.#round;
    await Promise.all(this.#work.values());
    for (const prepared of this.#prepared.values()) await this.#giveUp(prepared);
  }

  #begin(): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    return (this.#round = this.#look()
      .catch((error: unknown) => {
        if (this.#isOpen)
          this.#parts.logger.warn('This host could not read what operations of others ask for', { error });
      })
      .finally(() => (this.#round = undefined)));
  }

  async #look(): Promise<void> {
    const { living, nodeId, phases } = this.#parts;
    const open = (await phases.open()).filter((phase) => phase.nodeId !== nodeId);
    if (open.length === 0 && this.#prepared.size === 0 && this.#answers.size === 0) return;
    const alive = await living(open.map((phase) => phase.nodeId));
    const wanted = new Map(
      open.filter((phase) => alive.has(phase.nodeId)).map((phase) => [phase.taskId, phase]),
    );
    for (const phase of wanted.values()) if (this.#isDue(phase)) this.#start(phase);
    const over = [...this.#prepared.values()].filter(({ taskId }) => !wanted.has(taskId));
    // Committed versions are switched to; the others are discarded.
    if (over.some(({ appCode }) => !this.#work.has(appCode))) await this.#parts.converge();
    for (const { appCode, taskId } of over)
      if (!this.#work.has(appCode) && this.#prepared.get(appCode)?.taskId === taskId)
        await this.take(appCode, null);
    for (const taskId of this.#answers.keys()) if (!wanted.has(taskId)) await this.#forget(taskId);
  }

  /** Nothing is prepared for it any more. */
  async #forget(taskId: number): Promise<void> {
    this.#answers.delete(taskId);
    await this.#parts.phases.withdraw(taskId, this.#parts.nodeId);
  }

  #isDue({ appCode, taskId, stage }: Phase): boolean {
    if (this.#work.has(appCode)) return false;
    const answer = this.#answers.get(taskId);
    return answer === undefined || (answer.failure === null && answer.stage !== stage && stage === 'ready');
  }

  #start(phase: Phase): void {
    const { appCode, taskId } = phase;
    const work = this.#follow(phase)
      .catch((error: unknown) => {
        this.#parts.logger.warn('This host could not say how far it is with an operation', {
          appCode,
          taskId,
          error,
        });
      })
      .finally(() => {
        this.#work.delete(appCode);
        void this.look();
      });
    this.#work.set(appCode, work);
  }

  async #follow(phase: Phase): Promise<void> {
    const { appCode, version, taskId, stage } = phase;
    const { logger, rereadTables } = this.#parts;
    let failure: PhaseFailure | null = null;
    try {
      if (this.#parts.isBusy(appCode)) throw busy(appCode);
      const prepared = await this.#prepare(phase);
      if (stage === 'ready') {
        prepared.stage = stage;
        await rereadTables();
        await prepared.backend?.complete();
      }
      logger.info('This host has prepared a change', { appCode, version, taskId, stage });
    } catch (thrown) {
      const error = toPlatformError(thrown);
      logger.error(`This host cannot prepare ${appCode} ${version}`, {
        appCode,
        version,
        taskId,
        stage,
        error,
      });
      failure = failureOf(error);
      const prepared = this.#prepared.get(appCode);
      this.#prepared.delete(appCode);
      if (prepared) await this.#giveUp(prepared);
    }
    const answer = { stage, failure };
    await this.#parts.phases.answer(taskId, this.#parts.nodeId, answer);
    this.#answers.set(taskId, answer);
  }

  async #prepare(phase: Phase): Promise<Prepared> {
    const { backends, files } = this.#parts;
    const { appCode, taskId, version, stage } = phase;
    const before = this.#prepared.get(appCode);
    if (before?.taskId === taskId) return before;
    this.#prepared.delete(appCode);
    if (before) await this.#giveUp(before);
    const sharesFiles = this.#parts.sharesFiles(phase);
    const jar = sharesFiles
      ? phase.stagedJar
      : await files.exclusively(appCode, async () =>
          files.placement.stagedJar(await files.prepare({ appCode, version }, taskId)),
        );
    const made = { taskId, appCode, version, sharesFiles, stage };
    try {
      const prepared = { ...made, backend: jar === null ? null : await backends.prepare(appCode, jar) };
      this.#prepared.set(appCode, prepared);
      return prepared;
    } catch (error) {
      await this.#giveUp({ ...made, backend: null });
      throw error;
    }
  }

  async #giveUp({ appCode, backend, sharesFiles, stage, taskId }: Prepared): Promise<void> {
    await backend?.discard();
    if (sharesFiles) return;
    const { files } = this.#parts;
    await files.exclusively(appCode, () => files.takeBack(appCode, { migrated: stage === 'ready', taskId }));
  }
}

const busy = (appCode: string): PlatformError =>
  new PlatformError({
    code: LEFT_OUT,
    status: 409,
    message: `An operation on ${appCode} that others have overtaken runs on this host. It follows when that has ended.`,
  });

function failureOf({ code, message, fix, details }: PlatformError): PhaseFailure {
  const { loadStage } = (details ?? {}) as { loadStage?: unknown };
  return { code, message, fix, ...(typeof loadStage === 'string' ? { loadStage } : {}) };
}
