import type { AppTexts } from '@platform/package-format';
import type { Updateable } from 'kysely';
import { lockOnly, type Database, type HostSchema, type Ids, type ListingStatus } from '../../data/index.ts';
import { requestContext, type Page, type PageQuery } from '../../kernel/index.ts';
import { contains } from '../../system/index.ts';
import {
  textColumns,
  translationsOf,
  withTranslations,
  type ListingTexts,
  type ShippedTexts,
  type ShownTexts,
  type TextColumns,
} from './listing-texts.ts';

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
export interface Listing extends ListingContent, AppTexts {
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
  /** Part of the code, or of the name in any language. */
  readonly keyword?: string;
  readonly status?: ListingStatus;
}

/** A row of {@link listingColumns}. */
export type ListingRow<Row extends Listing = Listing> = Omit<Row, keyof AppTexts> & {
  readonly shipped: string | null;
};

/** The listing of a row, with its texts in other languages. */
export function toListing<Row extends ListingRow>({ shipped, ...row }: Row): Omit<Row, 'shipped'> & AppTexts {
  return { ...row, ...(shipped === null ? {} : translationsOf(JSON.parse(shipped) as ListingTexts, row)) };
}

/** Columns of a {@link ListingRow}. */
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
  'shipped_json as shipped',
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

  async byId(appId: number): Promise<ChangedListing | undefined> {
    const row = await this.#database.query
      .selectFrom('app_info')
      .select(changedColumns)
      .where('app_id', '=', appId)
      .executeTakeFirst();
    return row && toListing(row);
  }

  async byCode(appCode: string): Promise<Listing | undefined> {
    const row = await this.#database.query
      .selectFrom('app_info')
      .select(listingColumns)
      .where('app_code', '=', appCode)
      .executeTakeFirst();
    return row && toListing(row);
  }

  /** Finds several listings, by code. */
  async ofCodes(appCodes: readonly string[]): Promise<ReadonlyMap<string, Listing>> {
    if (appCodes.length === 0) return new Map();
    const rows = await this.#database.query
      .selectFrom('app_info')
      .select(listingColumns)
      .where('app_code', 'in', [...appCodes])
      .execute();
    return new Map(rows.map((row) => [row.appCode, toListing(row)]));
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
      query = query.where((eb) =>
        eb.or(['app_code', 'name', 'other_names'].map((column) => contains(column, keyword))),
      );
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
    return { total: Number(total), rows: rows.map(toListing) };
  }

  /** @param shipped texts of the package that the listing is created from */
  async insert(appCode: string, content: ListingContent, shipped?: ShippedTexts): Promise<number> {
    const appId = this.#ids.next();
    await this.#database.query
      .insertInto('app_info')
      .values({
        ...{ app_id: appId, app_code: appCode, ...content, status: 0 },
        ...(shipped ? textColumns(shipped, content) : {}),
      })
      .execute();
    return appId;
  }

  async update(appId: number, change: Updateable<HostSchema['app_info']>): Promise<void> {
    await this.#database.query.updateTable('app_info').set(change).where('app_id', '=', appId).execute();
  }

  /**
   * Changes a listing, and what the search finds in other languages.
   *
   * @param change `names` and `descriptions` replace those in all other languages
   * @param shipped texts of another version
   */
  async edit(
    appId: number,
    { names, descriptions, ...change }: Partial<ListingContent> & AppTexts & StateChange,
    shipped?: ShippedTexts,
  ): Promise<void> {
    const row = await this.#database.query
      .selectFrom('app_info')
      .select(['name', 'description', 'shipped_json'])
      .where('app_id', '=', appId)
      .executeTakeFirst();
    await this.update(appId, {
      ...change,
      ...(row ? editedTexts(row, { ...row, ...change }, { names, descriptions }, shipped) : {}),
    });
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

type StateChange = Pick<Updateable<HostSchema['app_info']>, 'latest_version' | 'status'>;

/** @param shown name and description after the edit */
function editedTexts(
  row: ShownTexts & { readonly shipped_json: string | null },
  shown: ShownTexts,
  { names, descriptions }: AppTexts,
  shipped: ShippedTexts | undefined,
): Partial<TextColumns> {
  const stored = row.shipped_json === null ? undefined : (JSON.parse(row.shipped_json) as ListingTexts);
  const change = { ...(names ? { names } : {}), ...(descriptions ? { descriptions } : {}) };
  if (!shipped && !stored && Object.keys(change).length === 0) return {};
  const { name, description } = row;
  const texts: ListingTexts = { ...(shipped ?? stored ?? { name, description }), own: stored?.own };
  return textColumns(withTranslations(texts, change, shown), shown);
}
