import type { Updateable } from 'kysely';
import type { Database, HostSchema, Ids, TaskKind, TaskStatus } from '../../data/index.ts';
import { requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import type { StepRecord, Task, TaskFailure, TaskReport } from './task.ts';

export interface NewTask {
  readonly tenantId: string;
  readonly appCode: string;
  readonly kind: TaskKind;
  readonly version: string | null;
  readonly actor: string | null;
  readonly ownerNode: string;
  readonly steps: readonly StepRecord[];
}

export interface TaskProgress {
  readonly currentStep: string | null;
  readonly progress: number;
  readonly logText: string;
  readonly steps: readonly StepRecord[];
  readonly version: string | null;
}

/** The end that a node writes for a task that it takes over. */
export interface TaskEnd {
  readonly status: TaskStatus;
  readonly currentStep: string | null;
  readonly steps: readonly StepRecord[];
  /** Undefined for a committed task, or one declared failed before. */
  readonly failure: TaskFailure | undefined;
}

/** A task that runs, or whose journal is open because it may need a rollback. */
export interface OpenTask {
  readonly taskId: number;
  readonly status: TaskStatus;
  readonly appCode: string;
  readonly kind: TaskKind;
  readonly version: string | null;
  readonly currentStep: string | null;
  readonly logText: string;
  readonly ownerNode: string;
  readonly updateTime: string;
  readonly steps: readonly StepRecord[];
  readonly journal: string | null;
}

const columns = [
  'task_id',
  'tenant_id',
  'app_code',
  'kind',
  'version',
  'status',
  'current_step',
  'progress',
  'log_text',
  'steps_json',
  'report_json',
  'failure_json',
  'actor',
  'create_time',
  'update_time',
] as const;

/**
 * Task records, `app_task`. Reads for people are limited to their tenant; the platform's are not.
 */
export class TaskStore {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  insert(task: NewTask): Promise<number> {
    const taskId = this.#ids.next();
    return requestContext.runIgnoringTenant(async () => {
      await this.#database.query
        .insertInto('app_task')
        .values({
          task_id: taskId,
          tenant_id: task.tenantId,
          app_code: task.appCode,
          kind: task.kind,
          version: task.version,
          status: 'running',
          current_step: null,
          progress: 0,
          log_text: '',
          steps_json: JSON.stringify(task.steps),
          actor: task.actor,
          owner_node: task.ownerNode,
        })
        .execute();
      return taskId;
    });
  }

  /** @returns false when the task no longer runs, so its work must stop */
  saveProgress(taskId: number, progress: TaskProgress): Promise<boolean> {
    return this.#updateRunning(taskId, {
      current_step: progress.currentStep,
      progress: progress.progress,
      log_text: progress.logText,
      steps_json: JSON.stringify(progress.steps),
      version: progress.version,
    });
  }

  saveJournal(taskId: number, journal: unknown): Promise<boolean> {
    return this.#updateRunning(taskId, { journal_json: JSON.stringify(journal) });
  }

  succeed(taskId: number, progress: TaskProgress, report: TaskReport): Promise<boolean> {
    return this.#updateRunning(taskId, {
      status: 'succeeded',
      current_step: progress.currentStep,
      progress: 100,
      log_text: progress.logText,
      steps_json: JSON.stringify(progress.steps),
      version: progress.version,
      report_json: JSON.stringify(report),
      journal_json: null,
    });
  }

  /** Keeps `log_text`. @returns false when the task has already ended */
  fail(taskId: number, currentStep: string, failure: TaskFailure): Promise<boolean> {
    return this.#updateRunning(taskId, {
      status: 'failed',
      current_step: currentStep,
      failure_json: JSON.stringify(failure),
    });
  }

  /** Closes the journal of a task that needs no rollback any more. */
  async closeJournal(taskId: number, logText: string, steps: readonly StepRecord[]): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('app_task')
        .set({ journal_json: null, log_text: logText, steps_json: JSON.stringify(steps) })
        .where('task_id', '=', taskId)
        .execute(),
    );
  }

  /** Sets `update_time` to now, so that no other node takes the task over. */
  async renew(taskId: number): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('app_task')
        .set((task) => ({ owner_node: task.ref('owner_node') }))
        .where('task_id', '=', taskId)
        .execute(),
    );
  }

  /**
   * Ends a task of another node and keeps its journal.
   *
   * @returns false when the task changed since it was read, as when another node was first
   */
  async takeOver(task: OpenTask, end: TaskEnd, journal: unknown): Promise<boolean> {
    const { status, currentStep, steps, failure } = end;
    return requestContext.runIgnoringTenant(async () => {
      const result = await this.#database.query
        .updateTable('app_task')
        .set({
          status,
          current_step: currentStep,
          steps_json: JSON.stringify(steps),
          journal_json: JSON.stringify(journal),
          ...(failure ? { failure_json: JSON.stringify(failure) } : {}),
          ...(status === 'succeeded' ? { progress: 100 } : {}),
        })
        .where('task_id', '=', task.taskId)
        .where('update_time', '=', task.updateTime)
        // Two may come within the millisecond in which the task was last changed.
        .where('journal_json', task.journal === null ? 'is' : '=', task.journal)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    });
  }

  /** Keeps the journal for the node with work on its own disk; null closes it. */
  async keepJournal(taskId: number, journal: unknown, logText: string): Promise<void> {
    const journal_json = journal === null ? null : JSON.stringify(journal);
    await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('app_task')
        .set({ journal_json, log_text: logText })
        .where('task_id', '=', taskId)
        .execute(),
    );
  }

  /** Withdraws a task that has not started. */
  async remove(taskId: number): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#database.query.deleteFrom('app_task').where('task_id', '=', taskId).execute(),
    );
  }

  /** Tasks that run or have an open journal, oldest first. */
  open(appCode?: string): Promise<OpenTask[]> {
    return requestContext.runIgnoringTenant(async () => {
      let query = this.#database.query
        .selectFrom('app_task')
        .select([
          'task_id',
          'status',
          'app_code',
          'kind',
          'version',
          'current_step',
          'log_text',
          'owner_node',
          'update_time',
          'steps_json',
          'journal_json',
        ])
        .where((task) => task.or([task('status', '=', 'running'), task('journal_json', 'is not', null)]));
      if (appCode !== undefined) query = query.where('app_code', '=', appCode);
      const rows = await query.orderBy('task_id').execute();
      return rows.map((row) => ({
        taskId: row.task_id,
        status: row.status,
        appCode: row.app_code,
        kind: row.kind,
        version: row.version,
        currentStep: row.current_step,
        logText: row.log_text,
        ownerNode: row.owner_node,
        updateTime: row.update_time,
        steps: stepsIn(row.steps_json),
        journal: row.journal_json,
      }));
    });
  }

  /** Status and journal as committed; a null journal is closed. */
  async state(
    taskId: number,
  ): Promise<{ readonly status: TaskStatus; readonly journal: string | null } | undefined> {
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#database.query
        .selectFrom('app_task')
        .select(['status', 'journal_json'])
        .where('task_id', '=', taskId)
        .executeTakeFirst();
      return row && { status: row.status, journal: row.journal_json };
    });
  }

  /** True when a later task of the application exists, which settled this one's effects. */
  async hasLater(appCode: string, taskId: number): Promise<boolean> {
    return requestContext.runIgnoringTenant(async () => {
      const row = await this.#database.query
        .selectFrom('app_task')
        .select('task_id')
        .where('app_code', '=', appCode)
        .where('task_id', '>', taskId)
        .executeTakeFirst();
      return row !== undefined;
    });
  }

  async find(taskId: number): Promise<Task | undefined> {
    const row = await this.#database.query
      .selectFrom('app_task')
      .select(columns)
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    return row && toTask(row);
  }

  findOfAnyTenant(taskId: number): Promise<Task | undefined> {
    return requestContext.runIgnoringTenant(() => this.find(taskId));
  }

  async page(
    filter: { readonly appCode?: string; readonly status?: Task['status'] },
    page: PageQuery,
  ): Promise<Page<Task>> {
    let query = this.#database.query.selectFrom('app_task');
    if (filter.appCode !== undefined) query = query.where('app_code', '=', filter.appCode);
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    const { total } = await query
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query
      .select(columns)
      .orderBy('task_id', 'desc')
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute();
    return { total: Number(total), rows: rows.map(toTask) };
  }

  #updateRunning(taskId: number, values: Updateable<HostSchema['app_task']>): Promise<boolean> {
    return requestContext.runIgnoringTenant(async () => {
      const result = await this.#database.query
        .updateTable('app_task')
        .set(values)
        .where('task_id', '=', taskId)
        .where('status', '=', 'running')
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    });
  }
}

/** The column defaults to an empty string. */
function stepsIn(text: string): StepRecord[] {
  return text === '' ? [] : (JSON.parse(text) as StepRecord[]);
}

interface TaskRow {
  readonly task_id: number;
  readonly tenant_id: string;
  readonly app_code: string;
  readonly kind: TaskKind;
  readonly version: string | null;
  readonly status: Task['status'];
  readonly current_step: string | null;
  readonly progress: number;
  readonly log_text: string;
  readonly steps_json: string;
  readonly report_json: string | null;
  readonly failure_json: string | null;
  readonly actor: string | null;
  readonly create_time: string;
  readonly update_time: string;
}

function toTask(row: TaskRow): Task {
  return {
    taskId: row.task_id,
    tenantId: row.tenant_id,
    appCode: row.app_code,
    kind: row.kind,
    version: row.version,
    status: row.status,
    currentStep: row.current_step,
    progress: row.progress,
    logText: row.log_text,
    steps: stepsIn(row.steps_json),
    report: row.report_json === null ? null : (JSON.parse(row.report_json) as TaskReport),
    failure: row.failure_json === null ? null : (JSON.parse(row.failure_json) as TaskFailure),
    actor: row.actor,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
