import { isA, PlatformError } from '../../kernel/index.ts';
import type { PreparedLoad } from '../../plugin-runtime/index.ts';
import type { HostPhases } from '../convergence/host-phases.ts';
import type { Placement, PlacementPlan } from '../disk/placement.ts';
import type { Stage } from '../records/phase-store.ts';
import type { Backends } from '../runtime/backends.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { OperationStep } from '../tasks/task-runner.ts';
import { switchBackend, type BackendSwitch, type SwitchedBackends } from './backend-switch.ts';
import type { Journal } from './journal.ts';

export interface PhaseDependencies {
  readonly phases: HostPhases;
  readonly placement: Pick<Placement, 'stagedJar'>;
  readonly backends: SwitchedBackends & Pick<Backends, 'prepare'>;
}

/**
 * The backend of an operation for which all hosts prepare before any switches. (design 10.7-7)
 *
 * On a single host there are no such phases: {@link switch} loads.
 */
export class PhasedBackend {
  readonly #dependencies: PhaseDependencies;
  readonly #appCode: string;
  #prepared: PreparedLoad | undefined;
  #taskId: number | undefined;

  constructor(dependencies: PhaseDependencies, appCode: string) {
    this.#dependencies = dependencies;
    this.#appCode = appCode;
  }

  /** The step before the migrations. @param plan of what is staged; undefined for nothing new */
  prepareStep(plan: () => PlacementPlan | undefined): OperationStep<Journal> {
    return {
      name: 'prepare',
      run: async (task) => {
        const known = plan();
        if (known) await this.#prepare(task, known);
        else task.log('There is nothing to prepare');
      },
    };
  }

  /** The step after the migrations. */
  readonly readyStep: OperationStep<Journal> = {
    name: 'ready',
    run: async (task) => {
      if (this.#taskId === undefined) return task.log('There is nothing to prepare');
      await this.#dependencies.phases.advance(this.#taskId);
      await this.#together(task, 'ready', async () => this.#prepared?.complete());
    },
  };

  /** Switches this host, as the last check before the commit. */
  switch(task: TaskWork<Journal>, jar: string | null): Promise<BackendSwitch> {
    return switchBackend(this.#dependencies.backends, task, this.#appCode, jar, this.#prepared);
  }

  /** Lets the others switch; call it in the transaction of the commit. */
  async committed(): Promise<void> {
    if (this.#taskId !== undefined) await this.#dependencies.phases.end(this.#taskId);
  }

  /** Disposes what was not switched to. */
  async discard(): Promise<void> {
    await this.#prepared?.discard();
  }

  async #prepare(task: TaskWork<Journal>, plan: PlacementPlan): Promise<void> {
    const { phases, placement } = this.#dependencies;
    const { appCode, after } = plan;
    const { taskId } = task;
    const stagedJar = placement.stagedJar(plan);
    await task.record({ phases: taskId });
    this.#taskId = taskId;
    await phases.begin({ taskId, appCode, version: after.version, stagedJar });
    await this.#together(task, 'prepare', () => this.#build(stagedJar));
  }

  async #build(jar: string | null): Promise<void> {
    const { backends } = this.#dependencies;
    if (jar !== null) this.#prepared = (await backends.prepare(this.#appCode, jar)) ?? undefined;
  }

  /** This host's own work meanwhile; the first failure ends both. */
  async #together(task: TaskWork<Journal>, stage: Stage, own: () => Promise<void>): Promise<void> {
    const failed = new AbortController();
    const others = this.#dependencies.phases.reached(task, stage, failed.signal);
    const working = own().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    });
    const [mine, theirs] = await Promise.allSettled([working, others]);
    if (mine.status === 'rejected') throw asError(mine.reason);
    if (theirs.status === 'rejected') throw asError(theirs.reason);
  }
}

const asError = (reason: unknown): Error =>
  isA(reason, Error) ? reason : new PlatformError({ code: 'INTERNAL_ERROR', message: String(reason) });
