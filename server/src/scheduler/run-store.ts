import type { Database, Ids } from '../data/index.ts';
import { requestContext, type Clock, type Page, type PageQuery } from '../kernel/index.ts';
import type { RunStatus, Task, TaskRun } from './task.ts';

interface RunStoreOptions {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Name of this node. */
  readonly node: string;
}

/** A run whose record has not been touched for so long has died with its node, in milliseconds. */
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
      .$if(!!status, (q) => q.where('status', '=', status ?? ''));
    const count = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
    const rows = await query
      .select([
        'log_id as logId',
        'job_id as jobId',
        'attempt',
        'status',
        'message',
        'log_text as logText',
        'node',
        'start_time as startTime',
        'end_time as endTime',
      ])
      .orderBy('log_id', 'desc')
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute();
    return { total: count?.total ?? 0, rows };
  }

  /** Notes the beginning of an attempt, or a time that was left out. */
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

  /** Keeps what has been logged so far, and says that the run lives. */
  async touch(logId: number, logText: string): Promise<void> {
    await this.#update(logId, { log_text: logText });
  }

  async end(logId: number, status: RunStatus, message: string, logText: string): Promise<void> {
    await this.#update(logId, {
      status,
      message: message.slice(0, 1_000),
      log_text: logText,
      end_time: this.#at(),
    });
  }

  /** True while a run of the task goes on, on any node. */
  async isRunning(jobId: number): Promise<boolean> {
    const row = await requestContext.runIgnoringTenant(() =>
      this.#options.database.query
        .selectFrom('sys_job_log')
        .select('log_id')
        .where('job_id', '=', jobId)
        .where('status', '=', 'running')
        .where('update_time', '>', this.#at(-SILENT_MS))
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** Ends the records of runs that died with their node. @param ofThisNode also those that this node began, at its start */
  async endSilent(ofThisNode: boolean): Promise<void> {
    const { database, node } = this.#options;
    await requestContext.runIgnoringTenant(() =>
      database.query
        .updateTable('sys_job_log')
        .set({ status: 'failed', message: 'The host ended before the run did.', end_time: this.#at() })
        .where('status', '=', 'running')
        .where((eb) =>
          eb.or([
            eb('update_time', '<=', this.#at(-SILENT_MS)),
            ...(ofThisNode ? [eb('node', '=', node)] : []),
          ]),
        )
        .execute(),
    );
  }

  /** Removes the history from before a moment. */
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
