import type { IncidentRecord } from '@platform/host-api';
import type { Database } from '../data/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { Culprit } from './quarantine-rule.ts';

/** A row of `sys_quarantine`. */
export interface QuarantineRow extends Culprit {
  readonly incidentId: number;
  readonly since: string;
  /** Null while it is kept out. */
  readonly releasedAt: string | null;
}

/** `sys_quarantine`: for all hosts of the platform. (design 10.7-9) */
export class QuarantineStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  all(): Promise<QuarantineRow[]> {
    return this.#database.query
      .selectFrom('sys_quarantine')
      .select([
        'app_code as appCode',
        'version',
        'incident_id as incidentId',
        'since',
        'released_at as releasedAt',
      ])
      .execute();
  }

  async keepOut({ appCode, version }: Culprit, { incidentId }: IncidentRecord): Promise<void> {
    const row = { incident_id: incidentId, since: this.#now(), released_at: null };
    await this.#database.transaction(async () => {
      const { numUpdatedRows } = await this.#database.query
        .updateTable('sys_quarantine')
        .set(row)
        .where('app_code', '=', appCode)
        .where('version', '=', version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) > 0) return;
      await this.#database.query
        .insertInto('sys_quarantine')
        .values({ app_code: appCode, version, ...row })
        .execute();
    });
  }

  async release({ appCode, version }: Culprit): Promise<void> {
    await this.#database.query
      .updateTable('sys_quarantine')
      .set({ released_at: this.#now() })
      .where('app_code', '=', appCode)
      .where('version', '=', version)
      .where('released_at', 'is', null)
      .execute();
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
