import type { ConfigChange } from '@platform/host-api';
import type { Database, Ids } from '../../data/index.ts';
import { requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import { pageOfRows, type Ordering } from '../shared/paging.ts';

/** Change of a setting's value. A secret only says that it changed. */
export interface ConfigEvent {
  readonly configKey: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly before: string | null;
  readonly after: string | null;
  readonly isSecret: boolean;
}

/** Changes that are shown together. */
const LATEST = 50;

const ordering: Ordering = {
  columns: { createTime: 'create_time' },
  by: 'create_time',
  direction: 'desc',
  unique: 'history_id',
};

/** History of the current tenant's settings, with authors. (design 12) */
export class ConfigHistory {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  /** Within the transaction of the change, if there is one. */
  async record({ configKey, change, before, after, isSecret }: ConfigEvent): Promise<void> {
    if (change === 'changed' && before === after && !isSecret) return;
    const user = requestContext.current()?.user;
    await this.#database.query
      .insertInto('sys_config_history')
      .values({
        history_id: this.#ids.next(),
        config_key: configKey,
        change_kind: change,
        before_value: isSecret ? null : before,
        after_value: isSecret ? null : after,
        is_secret: isSecret,
        user_id: user?.userId ?? null,
        user_name: user?.userName ?? null,
      })
      .execute();
  }

  /** Leaves who and when of changes to settings that have become secrets. */
  async conceal(configKeys: readonly string[]): Promise<void> {
    await this.#database.query
      .updateTable('sys_config_history')
      .set({ before_value: null, after_value: null, is_secret: true })
      .where('config_key', 'in', configKeys)
      .where('is_secret', '=', false)
      .execute();
  }

  list(configKey: string, page: PageQuery): Promise<Page<ConfigChange>> {
    return pageOfRows(this.#select().where('config_key', '=', configKey), page, ordering);
  }

  /** The latest changes of several settings, the newest first. */
  latestOf(configKeys: readonly string[]): Promise<ConfigChange[]> {
    return this.#select()
      .where('config_key', 'in', configKeys)
      .orderBy('create_time', 'desc')
      .orderBy('history_id', 'desc')
      .limit(LATEST)
      .execute();
  }

  /** Author and time of the latest change of several settings. */
  newestOf(configKeys: readonly string[]): Promise<{ time: string; name: string | null } | undefined> {
    return this.#database.query
      .selectFrom('sys_config_history as h')
      .leftJoin('sys_user as u', 'u.user_id', 'h.user_id')
      .where('h.config_key', 'in', configKeys)
      .select(['h.create_time as time', 'u.nick_name as name'])
      .orderBy('h.create_time', 'desc')
      .orderBy('h.history_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  #select() {
    return this.#database.query
      .selectFrom('sys_config_history')
      .select([
        'history_id as historyId',
        'config_key as configKey',
        'change_kind as change',
        'before_value as before',
        'after_value as after',
        'is_secret as isSecret',
        'user_name as userName',
        'create_time as createTime',
      ]);
  }
}
