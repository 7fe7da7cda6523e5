import type { Database } from '../../data/index.ts';
import type { ClusterBus } from '../../infra/index.ts';

/** Topic on which hosts hear that an operation waits for them. */
export const PHASES_TOPIC = 'phases';

/**
 * Steps that an operation asks of all hosts, in order. `prepare`: files are in place and the beans
 * are constructed. `ready`: statements are checked, `init()` has run, routes are made.
 */
export type Stage = 'prepare' | 'ready';

/** An operation that waits for the hosts. (design 10.7-7) */
export interface Phase {
  readonly taskId: number;
  readonly appCode: string;
  readonly version: string;
  /** Node that runs the operation. */
  readonly nodeId: string;
  /** Its data directory. */
  readonly machineId: string;
  readonly stage: Stage;
  /** Where its jar waits, relative to the plugin directory; null for none. */
  readonly stagedJar: string | null;
}

/** Why a host cannot do what an operation asks for. */
export interface PhaseFailure {
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
  /** Stage of loading the backend. */
  readonly loadStage?: string | undefined;
}

/** Code of a host that still runs an overtaken operation: nobody waits for it. */
export const LEFT_OUT = 'TASK_RUNNING';

/** How far a host is. */
export interface PhaseAnswer {
  readonly stage: Stage;
  readonly failure: PhaseFailure | null;
}

/**
 * Operations that wait for the hosts, and what the hosts answer: `app_phase`, `app_phase_host`.
 *
 * The rows are the truth; a message only asks to look.
 */
export class PhaseStore {
  readonly #database: Database;
  readonly #bus: ClusterBus;

  constructor(database: Database, bus: ClusterBus) {
    this.#database = database;
    this.#bus = bus;
  }

  /** Asks the hosts to prepare. What an earlier operation on the application left is removed. */
  async begin({ taskId, appCode, version, nodeId, machineId, stagedJar }: Phase): Promise<void> {
    for (const former of await this.open()) if (former.appCode === appCode) await this.end(former.taskId);
    await this.#database.query
      .insertInto('app_phase')
      .values({
        task_id: taskId,
        app_code: appCode,
        version,
        node_id: nodeId,
        machine_id: machineId,
        stage: 'prepare',
        staged_jar: stagedJar,
      })
      .execute();
    this.#bus.publish(PHASES_TOPIC, null);
  }

  /** Asks the hosts to become ready. */
  async advance(taskId: number): Promise<void> {
    await this.#database.query
      .updateTable('app_phase')
      .set({ stage: 'ready' })
      .where('task_id', '=', taskId)
      .execute();
    this.#bus.publish(PHASES_TOPIC, null);
  }

  /** Asks for nothing more, because it was committed or taken back. Safe to repeat. */
  async end(taskId: number): Promise<void> {
    const { query } = this.#database;
    await query.deleteFrom('app_phase_host').where('task_id', '=', taskId).execute();
    await query.deleteFrom('app_phase').where('task_id', '=', taskId).execute();
    this.#bus.publish(PHASES_TOPIC, null);
  }

  /** All operations that wait for hosts. */
  async open(): Promise<Phase[]> {
    const rows = await this.#database.query.selectFrom('app_phase').selectAll().orderBy('task_id').execute();
    return rows.map((row) => ({
      taskId: row.task_id,
      appCode: row.app_code,
      version: row.version,
      nodeId: row.node_id,
      machineId: row.machine_id,
      stage: row.stage as Stage,
      stagedJar: row.staged_jar,
    }));
  }

  /** Answers of the hosts, by node. */
  async answers(taskId: number): Promise<Map<string, PhaseAnswer>> {
    const rows = await this.#database.query
      .selectFrom('app_phase_host')
      .select(['node_id', 'stage', 'failure'])
      .where('task_id', '=', taskId)
      .execute();
    return new Map(
      rows.map(({ node_id, stage, failure }) => [
        node_id,
        {
          stage: stage as Stage,
          failure: failure === null ? null : (JSON.parse(failure) as PhaseFailure),
        },
      ]),
    );
  }

  /** Says how far a host is. */
  async answer(taskId: number, nodeId: string, { stage, failure }: PhaseAnswer): Promise<void> {
    await this.withdraw(taskId, nodeId);
    await this.#database.query
      .insertInto('app_phase_host')
      .values({ task_id: taskId, node_id: nodeId, stage, failure: failure && JSON.stringify(failure) })
      .execute();
  }

  /** Takes the answer of a host back, which has given its preparations up. */
  async withdraw(taskId: number, nodeId: string): Promise<void> {
    await this.#database.query
      .deleteFrom('app_phase_host')
      .where('task_id', '=', taskId)
      .where('node_id', '=', nodeId)
      .execute();
  }
}
