import { PlatformError, type Clock } from '../../kernel/index.ts';
import type { Database, HostSchema } from '../../data/index.ts';

/** Tables of records that people edit, with their keys. */
const KEYS = {
  sys_user: 'user_id',
  sys_role: 'role_id',
  sys_tenant: 'tenant_code',
  sys_dept: 'dept_id',
  sys_post: 'post_id',
  sys_menu: 'menu_id',
  sys_dict_type: 'dict_id',
  sys_dict_data: 'dict_code',
  sys_config: 'config_id',
  sys_notice: 'notice_id',
  sys_oss_config: 'oss_config_id',
  sys_job: 'job_id',
  app_info: 'app_id',
} as const satisfies Partial<Record<keyof HostSchema, string>>;

type Edited = keyof typeof KEYS;

/** One record that a person edits. */
export interface Edit {
  readonly id: number | string;
  /** `updateTime` of the record that the person saw; undefined from clients that do not compare. */
  readonly seen: string | undefined;
  /** The record as clients read it. */
  readonly shown: () => Promise<object>;
}

/** Edits of records by people, who may have opened them at the same time. (design 12.1-3) */
export class Edits {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Runs a change of a record that is as the person saw it. The record counts as changed also where
   * only rows that belong to it are.
   *
   * @throws CHANGED_MEANWHILE (409) with the record as it is now, who changed it and when
   */
  run(table: Edited, edit: Edit, change: () => Promise<void>): Promise<void> {
    const { seen } = edit;
    if (seen === undefined) return change();
    const next = new Date(Math.max(this.#clock.now(), Date.parse(seen) + 1)).toISOString();
    return this.#database.transaction(async () => {
      // The update locks the row on every database: of two at the same time, one comes second.
      if (!(await this.#touch(table, edit.id, next, new Date(seen).toISOString())))
        throw await this.#changed(table, edit);
      await change();
      await this.#touch(table, edit.id, next);
    });
  }

  async #touch(table: Edited, id: Edit['id'], next: string, seen?: string): Promise<boolean> {
    const { dynamic } = this.#database.query;
    const { numUpdatedRows } = await this.#database.query
      .updateTable(table)
      .set({ update_time: next })
      .where(dynamic.ref<never>(KEYS[table]), '=', id as never)
      .$if(seen !== undefined, (query) => query.where('update_time', '=', seen ?? ''))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #changed(table: Edited, { id, shown }: Edit): Promise<PlatformError> {
    const record = await shown();
    const { dynamic } = this.#database.query;
    const row = await this.#database.query
      .selectFrom(table)
      .leftJoin('sys_user as editor', 'editor.user_id', `${table}.update_by`)
      .where(dynamic.ref<never>(`${table}.${KEYS[table]}`), '=', id as never)
      .select(['editor.nick_name as name', `${table}.update_time as time`])
      .executeTakeFirst();
    return changedMeanwhile(record, row?.name ?? null, row?.time ?? null);
  }
}

/** The refusal of an edit of something that others have changed: what it is now. */
export const changedMeanwhile = (
  record: object,
  changedBy: string | null,
  changedAt: string | null,
): PlatformError =>
  new PlatformError({
    code: 'CHANGED_MEANWHILE',
    status: 409,
    message: `${changedBy ?? 'Somebody'} has changed this record since you opened it.`,
    fix: 'Compare both versions, then save again.',
    details: { record, changedBy, changedAt },
  });
