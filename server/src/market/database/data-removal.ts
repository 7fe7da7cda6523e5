import type { Database } from '../../data/index.ts';
import { requestContext, reasonOf } from '../../kernel/index.ts';
import type { Settling } from '../tasks/task-settlement.ts';
import { configCategories, dictTypesOf } from './application-data.ts';

/** Removes the data of applications, on explicit request only. (spec: L2, L3; design 9.1-8) */
export class DataRemoval {
  readonly #database: Database;
  readonly #removeMessages: (appCode: string) => Promise<void>;

  /** @param removeMessages removes the messages in an application's queues */
  constructor(database: Database, removeMessages: (appCode: string) => Promise<void>) {
    this.#database = database;
    this.#removeMessages = removeMessages;
  }

  /**
   * Drops the tables and removes all other data of an application, except stored objects.
   *
   * Removes script history, settings, dictionaries, scheduler tasks, unread notices and messages.
   * Safe to repeat. (spec: L3; design 9.8-67)
   *
   * @param tables tables that only this application's scripts create
   * @param work asked before each table: a process that was stopped for long must not drop those of
   *   an application that another host has installed since. Told of each table that stays, as when
   *   another table refers to it
   * @returns the dropped tables
   */
  async dropEverything(appCode: string, tables: readonly string[], work: Settling): Promise<string[]> {
    const gone: string[] = [];
    for (const table of tables.toReversed()) {
      await work.assertCurrent();
      if (await this.#drop(table, (line) => work.log(line))) gone.unshift(table);
    }
    await work.assertCurrent();
    await requestContext.runIgnoringTenant(() =>
      this.#database.transaction(async () => {
        const { query } = this.#database;
        await query.deleteFrom('app_schema_history').where('app_code', '=', appCode).execute();
        await query
          .deleteFrom('sys_config')
          .where('config_category', 'in', configCategories(appCode))
          .execute();
        for (const table of ['sys_dict_data', 'sys_dict_type'] as const) {
          const own = await dictTypesOf(this.#database, appCode, table);
          if (own.length > 0) await query.deleteFrom(table).where('dict_type', 'in', own).execute();
        }
        await this.#removeTasksAndNotices(appCode);
      }),
    );
    await this.#database.refreshTenantTables();
    await this.#removeMessages(appCode);
    return gone;
  }

  /** Continues when the database refuses one drop. @throws when the database is unreachable */
  async #drop(table: string, log: (line: string) => void): Promise<boolean> {
    try {
      await this.#database.query.schema.dropTable(table).ifExists().execute();
      return true;
    } catch (error) {
      await this.#database.ping();
      log(`Warning: table ${table} was not dropped: ${reasonOf(error)}`);
      return false;
    }
  }

  /** Deletes one tenant's rows, scheduler tasks and unread notices. (design 9.2-10, 9.8-67) */
  async deleteRowsOf(appCode: string, tenantId: string, tables: readonly string[]): Promise<void> {
    const tenantTables = await this.#database.tenantTables();
    const quote = this.#database.dialect === 'mysql' ? '`' : '"';
    const parameter = this.#database.dialect === 'postgres' ? '$1' : '?';
    await this.#database.transaction(async () => {
      for (const table of tables.toReversed()) {
        if (!tenantTables.has(table.toLowerCase())) continue;
        await this.#database.raw(`delete from ${quote}${table}${quote} where tenant_id = ${parameter}`, [
          tenantId,
        ]);
      }
      await requestContext.runIgnoringTenant(() => this.#removeTasksAndNotices(appCode, tenantId));
    });
  }

  /** @param tenantId default: all tenants */
  async #removeTasksAndNotices(appCode: string, tenantId?: string): Promise<void> {
    const { query } = this.#database;
    const tasks = query
      .selectFrom('sys_job')
      .select('job_id')
      .where('app_code', '=', appCode)
      .$if(tenantId !== undefined, (select) => select.where('tenant_id', '=', tenantId ?? ''));
    const ids = (await tasks.execute()).map((row) => row.job_id);
    if (ids.length > 0) {
      await query.deleteFrom('sys_job_log').where('job_id', 'in', ids).execute();
      await query.deleteFrom('sys_job').where('job_id', 'in', ids).execute();
    }
    const notices = query
      .deleteFrom('sys_user_notice')
      .where('app_code', '=', appCode)
      .where('read_time', 'is', null);
    await (tenantId === undefined ? notices : notices.where('tenant_id', '=', tenantId)).execute();
  }
}
