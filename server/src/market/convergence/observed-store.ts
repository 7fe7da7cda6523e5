import type { Database } from '../../data/index.ts';

/** Why a host does not run what it should. */
export interface Behind {
  readonly code: string;
  readonly message: string;
  /** Generation that it does not reach. */
  readonly generation: number;
}

/** Observed state of an application on a host. (design 10.4) */
export interface Observed {
  readonly nodeId: string;
  /** Version that it serves; null for none. */
  readonly version: string | null;
  /** Desired generation that it has reached last; 0 for none. */
  readonly generation: number;
  /** Null once it is current. */
  readonly failure: Behind | null;
}

/** Observed states, `sys_node_app`. A host writes its own rows only. */
export class ObservedStore {
  readonly #database: Database;
  readonly #nodeId: string;
  #last: Promise<void> = Promise.resolve();

  constructor(database: Database, nodeId: string) {
    this.#database = database;
    this.#nodeId = nodeId;
  }

  /** One at a time, since two first reports of an application would be two rows. */
  report(appCode: string, observed: Omit<Observed, 'nodeId'>): Promise<void> {
    const report = this.#last.then(() => this.#write(appCode, observed));
    this.#last = report.catch(() => undefined);
    return report;
  }

  async of(appCode: string): Promise<Map<string, Observed>> {
    const rows = await this.#database.query
      .selectFrom('sys_node_app')
      .select(['node_id', 'version', 'generation', 'failure'])
      .where('app_code', '=', appCode)
      .execute();
    return new Map(
      rows.map(({ node_id, version, generation, failure }) => [
        node_id,
        {
          nodeId: node_id,
          version,
          generation,
          failure: failure === null ? null : (JSON.parse(failure) as Behind),
        },
      ]),
    );
  }

  /** Without a transaction: on MySQL, hosts that insert beside each other would deadlock. */
  async #write(appCode: string, { version, generation, failure }: Omit<Observed, 'nodeId'>): Promise<void> {
    const { query } = this.#database;
    const key = { node_id: this.#nodeId, app_code: appCode };
    const columns = {
      version,
      generation,
      state: failure ? 'behind' : 'current',
      failure: failure && JSON.stringify(failure),
    };
    const { numUpdatedRows } = await query
      .updateTable('sys_node_app')
      .set(columns)
      .where('node_id', '=', key.node_id)
      .where('app_code', '=', appCode)
      .executeTakeFirst();
    // MySQL counts rows that change only.
    if (numUpdatedRows > 0n || (await this.#has(appCode))) return;
    await query
      .insertInto('sys_node_app')
      .values({ ...key, ...columns })
      .execute();
  }

  /** Only the own row is asked for: all hosts report at once. */
  async #has(appCode: string): Promise<boolean> {
    const row = await this.#database.query
      .selectFrom('sys_node_app')
      .select('generation')
      .where('node_id', '=', this.#nodeId)
      .where('app_code', '=', appCode)
      .executeTakeFirst();
    return row !== undefined;
  }
}
