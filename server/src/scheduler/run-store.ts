import type { RunDuration } from '@platform/host-api';
import type { Database, Ids } from '../data/index.ts';
import { PlatformError, requestContext, type Clock, type Page, type PageQuery } from '../kernel/index.ts';
import { UNENDED, type RunStatus, type Task, type TaskRun } from './task.ts';

interface RunStoreOptions {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Name of this node. */
  readonly node: string;
}

const COLUMNS = [
  'log_id as logId',
  'job_id as jobId',
  'attempt',
  'status',
  'message',
  'log_text as logText',
  'node',
  'start_time as startTime',
  'end_time as endTime',
] as const;

/** Age after which an untouched record means that the node of the run died, in milliseconds. */
const SILENT_MS = 60_000;

/** `sys_job_log`: the history of tasks, one record for each attempt. */
export class RunStore {
  readonly #options: RunStoreOptions;

  constructor(options: RunStoreOptions) {
    this.#options = options;
  }

  async list(
    filter: { readonly jobId?: number; readonly status?: string },
    page: PageQuery,
  ): Promise<Page<TaskRun>> {
    const { jobId, status } = filter;
    const query = this.#options.database.query
      .selectFrom('sys_job_log')
      .$if(jobId !== undefined, (q) => q.where('job_id', '=', jobId ?? 0))
      .$if(!!status, (q) => q.where('status', '=', status as RunStatus));
    const count = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
    const rows = await query
      .select(COLUMNS)
      .orderBy('log_id', 'desc')
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute();
    return { total: count?.total ?? 0, rows };
  }

  /** A run of the tenant. @throws RECORD_NOT_FOUND (404) */
  async get(logId: number): Promise<TaskRun> {
    const run = await this.#options.database.query
      .selectFrom('sys_job_log')
      .select(COLUMNS)
      .where('log_id', '=', logId)
      .executeTakeFirst();
    if (run) return run;
    throw new PlatformError({
      code: 'RECORD_NOT_FOUND',
      status: 404,
      message: 'This run does not exist.',
      fix: 'The history is kept for some days only. Reload the list.',
    });
  }

  /** A run of any tenant. */
  async find(logId: number): Promise<TaskRun | undefined> {
    return requestContext.runIgnoringTenant(() =>
      this.#options.database.query
        .selectFrom('sys_job_log')
        .select(COLUMNS)
        .where('log_id', '=', logId)
        .executeTakeFirst(),
    );
  }

  /** How long the latest ended attempts of a task took, the oldest first. */
  async durations(jobId: number, count: number): Promise<RunDuration[]> {
    const rows = await this.#options.database.query
      .selectFrom('sys_job_log')
      .select(['log_id as logId', 'attempt', 'status', 'start_time as startTime', 'end_time as endTime'])
      .where('job_id', '=', jobId)
      .where('status', 'in', ['succeeded', 'failed', 'stopped'])
      .orderBy('log_id', 'desc')
      .limit(count)
      .execute();
    return rows
      .map(({ endTime, ...run }) => ({
        ...run,
        durationMs: Math.max(0, Date.parse(endTime ?? run.startTime) - Date.parse(run.startTime)),
      }))
      .toReversed();
  }

  /** The latest record of each task. */
  async latest(jobIds: readonly number[]): Promise<Map<number, TaskRun>> {
    if (jobIds.length === 0) return new Map();
    const { query } = this.#options.database;
    const rows = await query
      .selectFrom('sys_job_log')
      .select(COLUMNS)
      .where('log_id', 'in', (eb) =>
        eb
          .selectFrom('sys_job_log')
          .select(({ fn }) => fn.max('log_id').as('log_id'))
          .where('job_id', 'in', [...jobIds])
          .groupBy('job_id'),
      )
      .execute();
    return new Map(rows.map((run) => [run.jobId, run]));
  }

  /** Requests the end of a run, on any node. @returns false if it has already ended */
  async askToStop(logId: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#options.database.query
      .updateTable('sys_job_log')
      .set({ status: 'stopping' })
      .where('log_id', '=', logId)
      .where('status', 'in', UNENDED)
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1;
  }

  /** Records the start of an attempt, or a skipped time. */
  begin(task: Task, attempt: number, status: RunStatus, message: string | null = null): Promise<number> {
    const { database, ids, node } = this.#options;
    const logId = ids.next();
    const now = this.#at();
    return requestContext.runIgnoringTenant(async () => {
      await database.query
        .insertInto('sys_job_log')
        .values({
          log_id: logId,
          tenant_id: task.tenantId,
          job_id: task.jobId,
          attempt,
          status,
          message,
          node,
          start_time: now,
          end_time: status === 'running' ? null : now,
        })
        .execute();
      return logId;
    });
  }

  /** Saves the log so far and renews the record. @returns true if a stop was requested */
  async touch(logId: number, logText: string): Promise<boolean> {
    await this.#update(logId, { log_text: logText });
    const run = await requestContext.runIgnoringTenant(() =>
      this.#options.database.query
        .selectFrom('sys_job_log')
        .select('status')
        .where('log_id', '=', logId)
        .executeTakeFirst(),
    );
    return run?.status === 'stopping';
  }

  async end(logId: number, status: RunStatus, message: string, logText: string): Promise<void> {
    await this.#update(logId, {
      status,
      message: message.slice(0, 1_000),
      log_text: logText,
      end_time: this.#at(),
    });
  }

  /** True while a run of the task is in progress on any node. */
  async isRunning(jobId: number): Promise<boolean> {
    const row = await requestContext.runIgnoringTenant(() =>
      this.#options.database.query
        .selectFrom('sys_job_log')
        .select('log_id')
        .where('job_id', '=', jobId)
        .where('status', 'in', UNENDED)
        .where('update_time', '>', this.#at(-SILENT_MS))
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /**
   * Ends the records of runs whose node died.
   *
   * @param ofThisNode includes this node's, at its start
   */
  async endSilent(ofThisNode: boolean): Promise<void> {
    const { database, node } = this.#options;
    await requestContext.runIgnoringTenant(() =>
      database.query
        .updateTable('sys_job_log')
        .set({
          status: 'failed',
          message: 'The host stopped before the run had finished.',
          end_time: this.#at(),
        })
        .where('status', 'in', UNENDED)
        .where((eb) =>
          eb.or([
            eb('update_time', '<=', this.#at(-SILENT_MS)),
            ...(ofThisNode ? [eb('node', '=', node)] : []),
          ]),
        )
        .execute(),
    );
  }

  /** Removes records older than a moment. */
  async prune(keepDays: number): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#options.database.query
        .deleteFrom('sys_job_log')
        .where('start_time', '<', this.#at(-keepDays * 86_400_000))
        .execute(),
    );
  }

  async #update(
    logId: number,
    columns: { status?: RunStatus; message?: string; log_text: string; end_time?: string },
  ): Promise<void> {
    await requestContext.runIgnoringTenant(() =>
      this.#options.database.query
        .updateTable('sys_job_log')
        .set({ ...columns, update_time: this.#at() })
        .where('log_id', '=', logId)
        .execute(),
    );
  }

  #at(offsetMs = 0): string {
    return new Date(this.#options.clock.now() + offsetMs).toISOString();
  }
}
