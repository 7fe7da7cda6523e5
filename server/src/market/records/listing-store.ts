import type { Updateable } from 'kysely';
import { lockOnly, type Database, type HostSchema, type Ids, type ListingStatus } from '../../data/index.ts';
import { requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import { contains } from '../../system/index.ts';

/** The descriptive fields of an application. */
export interface ListingContent {
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly category: string | null;
  readonly author: string | null;
  readonly homepage: string | null;
}

/** A listing record, `app_info`. */
export interface Listing extends ListingContent {
  readonly appId: number;
  readonly appCode: string;
  readonly status: ListingStatus;
  readonly latestVersion: string | null;
}

/** A listing with its latest change. */
export interface ChangedListing extends Listing {
  readonly updateTime: string;
}

export interface ListingFilter {
  /** Part of the code or the name. */
  readonly keyword?: string;
  readonly status?: ListingStatus;
}

/** Columns of a {@link Listing}. */
export const listingColumns = [
  'app_id as appId',
  'app_code as appCode',
  'name',
  'description',
  'icon',
  'category',
  'author',
  'homepage',
  'status',
  'latest_version as latestVersion',
] as const;

const changedColumns = [...listingColumns, 'update_time as updateTime'] as const;

/** Listing records, `app_info`. */
export class ListingStore {
  readonly #database: Database;
  readonly #ids: Ids;

  constructor(database: Database, ids: Ids) {
    this.#database = database;
    this.#ids = ids;
  }

  byId(appId: number): Promise<ChangedListing | undefined> {
    return this.#database.query
      .selectFrom('app_info')
      .select(changedColumns)
      .where('app_id', '=', appId)
      .executeTakeFirst();
  }

  byCode(appCode: string): Promise<Listing | undefined> {
    return this.#database.query
      .selectFrom('app_info')
      .select(listingColumns)
      .where('app_code', '=', appCode)
      .executeTakeFirst();
  }

  /** Finds several listings, by code. */
  async ofCodes(appCodes: readonly string[]): Promise<ReadonlyMap<string, Listing>> {
    if (appCodes.length === 0) return new Map();
    const rows = await this.#database.query
      .selectFrom('app_info')
      .select(listingColumns)
      .where('app_code', 'in', [...appCodes])
      .execute();
    return new Map(rows.map((row) => [row.appCode, row]));
  }

  async codes(): Promise<string[]> {
    const rows = await this.#database.query.selectFrom('app_info').select('app_code').execute();
    return rows.map((row) => row.app_code);
  }

  async page(filter: ListingFilter, page: PageQuery): Promise<Page<ChangedListing>> {
    let query = this.#database.query.selectFrom('app_info');
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    const { keyword } = filter;
    if (keyword) {
      query = query.where((eb) => eb.or([contains('app_code', keyword), contains('name', keyword)]));
    }
    const { total } = await query
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query
      .select(changedColumns)
      .orderBy('app_code')
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute();
    return { total: Number(total), rows };
  }

  async insert(appCode: string, content: ListingContent): Promise<number> {
    const appId = this.#ids.next();
    await this.#database.query
      .insertInto('app_info')
      .values({ app_id: appId, app_code: appCode, ...content, status: 0 })
      .execute();
    return appId;
  }

  async update(appId: number, change: Updateable<HostSchema['app_info']>): Promise<void> {
    await this.#database.query.updateTable('app_info').set(change).where('app_id', '=', appId).execute();
  }

  /** Serializes changes of an application's versions; call it first in their transaction. */
  async lock(appId: number): Promise<void> {
    await this.#database.query.updateTable('app_info').set(lockOnly).where('app_id', '=', appId).execute();
  }

  async remove(appId: number): Promise<void> {
    await this.#database.query.deleteFrom('app_info').where('app_id', '=', appId).execute();
  }

  /** Number of installations and versions of each application, by code. */
  async counts(
    appCodes: readonly string[],
  ): Promise<ReadonlyMap<string, { installs: number; versions: number }>> {
    const counts = new Map(appCodes.map((code) => [code, { installs: 0, versions: 0 }]));
    if (appCodes.length === 0) return counts;
    await requestContext.runIgnoringTenant(async () => {
      const { query } = this.#database;
      const installs = await query
        .selectFrom('app_install')
        .select((eb) => ['app_code', eb.fn.countAll<number>().as('total')])
        .where('app_code', 'in', [...appCodes])
        .groupBy('app_code')
        .execute();
      const versions = await query
        .selectFrom('app_version')
        .select((eb) => ['app_code', eb.fn.countAll<number>().as('total')])
        .where('app_code', 'in', [...appCodes])
        .groupBy('app_code')
        .execute();
      for (const row of installs) counts.get(row.app_code)!.installs = Number(row.total);
      for (const row of versions) counts.get(row.app_code)!.versions = Number(row.total);
    });
    return counts;
  }
}
