import type { Concurrency, MisfirePolicy } from '@platform/host-api';
import type { SelectQueryBuilder } from 'kysely';
import type { Database, HostSchema, Ids } from '../data/index.ts';
import { PlatformError, requestContext, type Page, type PageQuery } from '../kernel/index.ts';
import { batchesOf, contains, type Ordering } from '../system/index.ts';
import type { Task, TaskInput } from './task.ts';

/** Filters of a list of tasks. */
export interface TaskFilter {
  /** Part of the name, in any case. */
  readonly jobName?: string;
  readonly executor?: string;
  readonly appCode?: string;
  readonly status?: 0 | 1;
}

/** Columns of a task that derive from others. */
interface Derived {
  readonly appCode: string;
  readonly nextRunTime: string | null;
}

const ordering: Ordering = { columns: {}, by: 'job_id', direction: 'desc', unique: 'job_id' };

/**
 * `sys_job`. People read and change tasks of their tenant; the scheduler reads those of all
 * tenants.
 */
export class TaskStore {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  async list(filter: TaskFilter, page: PageQuery): Promise<Page<Task>> {
    const query = this.#select(filter);
    const count = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
    const rows = await query
      .selectAll()
      .orderBy('job_id', 'desc')
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute();
    return { total: count?.total ?? 0, rows: rows.map(taskOf) };
  }

  /** All tasks of the filter, in batches. @param viewOf tasks as the list shows them */
  export<Row>(
    filter: TaskFilter,
    page: PageQuery,
    viewOf: (tasks: readonly Task[]) => Promise<readonly Row[]>,
  ): AsyncIterable<readonly Row[]> {
    return batchesOf(this.#select(filter).selectAll(), page, ordering, (rows) => viewOf(rows.map(taskOf)));
  }

  /** @throws RECORD_NOT_FOUND (404) */
  async get(jobId: number): Promise<Task> {
    const row = await this.#database.query
      .selectFrom('sys_job')
      .selectAll()
      .where('job_id', '=', jobId)
      .executeTakeFirst();
    if (row) return taskOf(row);
    throw new PlatformError({
      code: 'RECORD_NOT_FOUND',
      status: 404,
      message: 'This task does not exist.',
      fix: 'It may have been removed. Reload the list.',
    });
  }

  #select({ jobName, executor, appCode, status }: TaskFilter) {
    return this.#database.query
      .selectFrom('sys_job')
      .$if(!!jobName, (q) => q.where(contains('job_name', jobName ?? '')))
      .$if(!!executor, (q) => q.where('executor', '=', executor ?? ''))
      .$if(!!appCode, (q) => q.where('app_code', '=', appCode ?? ''))
      .$if(status !== undefined, (q) => q.where('status', '=', status ?? 0));
  }

  /** Finds a task of any tenant. */
  async find(jobId: number): Promise<Task | undefined> {
    const row = await requestContext.runIgnoringTenant(() =>
      this.#database.query.selectFrom('sys_job').selectAll().where('job_id', '=', jobId).executeTakeFirst(),
    );
    return row && taskOf(row);
  }

  async insert(input: TaskInput, derived: Derived): Promise<number> {
    const jobId = this.#ids.next();
    await this.#database.query
      .insertInto('sys_job')
      .values({ job_id: jobId, ...columnsOf(input, derived) })
      .execute();
    return jobId;
  }

  async update(jobId: number, input: TaskInput, derived: Derived): Promise<void> {
    await this.#database.query
      .updateTable('sys_job')
      .set(columnsOf(input, derived))
      .where('job_id', '=', jobId)
      .execute();
  }

  async setStatus(jobId: number, status: 0 | 1, nextRunTime: string | null): Promise<void> {
    await this.#database.query
      .updateTable('sys_job')
      .set({ status, next_run_time: nextRunTime })
      .where('job_id', '=', jobId)
      .execute();
  }

  /** Removes a task with its history. */
  async remove(jobId: number): Promise<void> {
    await this.#database.transaction(async () => {
      const { query } = this.#database;
      await query.deleteFrom('sys_job_log').where('job_id', '=', jobId).execute();
      await query.deleteFrom('sys_job').where('job_id', '=', jobId).execute();
    });
  }

  /** Enabled tasks of all tenants whose time has come. */
  due(now: string): Promise<Task[]> {
    return this.#planned((query) => query.where('next_run_time', '<=', now).limit(200));
  }

  /** Enabled tasks of all tenants, ordered by their next time. */
  planned(): Promise<Task[]> {
    return this.#planned((query) => query);
  }

  async #planned(narrow: (query: Planned) => Planned): Promise<Task[]> {
    const rows = await requestContext.runIgnoringTenant(() =>
      narrow(this.#database.query.selectFrom('sys_job').selectAll().where('status', '=', 1))
        .orderBy('next_run_time')
        .execute(),
    );
    return rows.map(taskOf);
  }

  /** Advances a task to its next time. @returns false if another node, or a change, came first */
  async claim({ jobId, nextRunTime }: Task, next: string, ranAt: string | undefined): Promise<boolean> {
    const result = await requestContext.runIgnoringTenant(() =>
      this.#database.query
        .updateTable('sys_job')
        .set((eb) => ({
          next_run_time: next,
          ...(ranAt === undefined ? {} : { last_run_time: ranAt }),
          // A run is no change by a person, and must not stop theirs.
          update_time: eb.ref('update_time'),
        }))
        .where('job_id', '=', jobId)
        .where('next_run_time', '=', nextRunTime)
        .where('status', '=', 1)
        .executeTakeFirst(),
    );
    return Number(result.numUpdatedRows) === 1;
  }
}

function columnsOf(input: TaskInput, { appCode, nextRunTime }: Derived) {
  return {
    job_name: input.jobName,
    app_code: appCode,
    executor: input.executor,
    cron: input.cron,
    time_zone: input.timeZone ?? null,
    params_json: input.params === undefined ? null : JSON.stringify(input.params),
    misfire_policy: input.misfirePolicy ?? 'skip',
    concurrency: input.concurrency ?? 'serial',
    max_attempts: input.maxAttempts ?? 1,
    timeout_ms: input.timeoutMs ?? 0,
    status: input.status ?? 0,
    next_run_time: nextRunTime,
  };
}

type Planned = SelectQueryBuilder<HostSchema, 'sys_job', TaskRow>;

interface TaskRow {
  readonly job_id: number;
  readonly tenant_id: string;
  readonly job_name: string;
  readonly app_code: string;
  readonly executor: string;
  readonly cron: string;
  readonly time_zone: string | null;
  readonly params_json: string | null;
  readonly misfire_policy: string;
  readonly concurrency: string;
  readonly max_attempts: number;
  readonly timeout_ms: number;
  readonly status: 0 | 1;
  readonly last_run_time: string | null;
  readonly next_run_time: string | null;
  readonly update_time: string;
  readonly create_by: number | null;
}

const taskOf = (row: TaskRow): Task => ({
  jobId: row.job_id,
  tenantId: row.tenant_id,
  jobName: row.job_name,
  appCode: row.app_code,
  executor: row.executor,
  cron: row.cron,
  timeZone: row.time_zone,
  params: row.params_json === null ? undefined : JSON.parse(row.params_json),
  misfirePolicy: row.misfire_policy as MisfirePolicy,
  concurrency: row.concurrency as Concurrency,
  maxAttempts: row.max_attempts,
  timeoutMs: row.timeout_ms,
  status: row.status,
  lastRunTime: row.last_run_time,
  nextRunTime: row.next_run_time,
  updateTime: row.update_time,
  owner: row.create_by,
});
