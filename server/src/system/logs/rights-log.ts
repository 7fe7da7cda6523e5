import { requestContext } from '../../kernel/index.ts';
import type { Database, Ids } from '../../data/index.ts';

/** A change of what somebody may do. */
export interface RightsChange {
  /** What was changed, such as `roles of a user`. */
  readonly what: string;
  /** Whose rights, by name or key. */
  readonly subject: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Begins the title of each entry, by which the operation log is filtered. */
const RIGHTS_TITLE = 'Rights changed';

/**
 * Writes changes of rights to the operation log, in the transaction of the change: neither is there
 * without the other. (design 11.7)
 */
export class RightsLog {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  /** Records a difference; without one nothing is written. */
  async record({ what, subject, before, after }: RightsChange): Promise<void> {
    const added = after.filter((each) => !before.includes(each));
    const removed = before.filter((each) => !after.includes(each));
    if (added.length === 0 && removed.length === 0) return;
    const { user, remoteAddress, requestId } = requestContext.current() ?? {};
    await this.#database.query
      .insertInto('sys_oper_log')
      .values({
        oper_id: this.#ids.next(),
        title: `${RIGHTS_TITLE}: ${what}`,
        method: 'RIGHTS',
        url: subject.slice(0, 250),
        user_id: user?.userId ?? null,
        user_name: user?.userName ?? null,
        ip: remoteAddress?.slice(0, 60) ?? null,
        request_id: requestId ?? null,
        params_json: JSON.stringify({ subject, added, removed, before, after }),
        status: 200,
        duration_ms: 0,
      })
      .execute();
  }
}
