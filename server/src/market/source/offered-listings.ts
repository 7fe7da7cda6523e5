import type { SignatureState } from '@platform/package-format';
import { sql } from 'kysely';
import type { Database } from '../../data/index.ts';
import type { Page, PageQuery } from '../../kernel/index.ts';
import { contains } from '../../system/index.ts';
import { listingColumns, toListing, type Listing, type ListingRow } from '../records/listing-store.ts';
import type { AppVersion } from '../records/version-store.ts';
import type { BriefApplication } from './market-source.ts';
import { offerOrder, wordsOf, type OfferColumn, type OfferFilter } from './offer-filter.ts';

type Latest = Pick<AppVersion, 'version' | 'manifestJson' | 'signatureState' | 'releaseTime'>;

/** A listed application with its latest version. */
export interface OfferedListing extends Listing {
  readonly latest: Latest | undefined;
}

const searched = [
  ...['i.name', 'i.other_names', 'i.description', 'i.other_descriptions'],
  ...['i.app_code', 'i.author', 'i.category'],
];
const orders: Readonly<Record<OfferColumn, ReturnType<typeof sql>>> = {
  name: sql`lower(${sql.ref('i.name')})`,
  appCode: sql.ref('i.app_code'),
  category: sql.ref('i.category'),
  releaseTime: sql.ref('v.release_time'),
};

/** Listed applications of this host. Only the rows of a page read their manifests. */
export class OfferedListings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  async page(filter: OfferFilter, page: PageQuery): Promise<Page<OfferedListing>> {
    const { column, descending } = offerOrder(page);
    const matching = this.#matching(filter);
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const direction = descending ? 'desc' : 'asc';
    const rows = await matching
      .leftJoin('app_version as v', (join) =>
        join.onRef('v.app_code', '=', 'i.app_code').onRef('v.version', '=', 'i.latest_version'),
      )
      .select(listingColumns.map((name) => `i.${name}` as const))
      .select([
        'v.version',
        'v.manifest_json as manifestJson',
        'v.signature_state as signatureState',
        'v.release_time as releaseTime',
      ])
      .orderBy(orders[column], direction)
      .orderBy('i.app_code', direction)
      .limit(page.pageSize)
      .offset((page.pageNum - 1) * page.pageSize)
      .execute();
    return { total: Number(total), rows: rows.map(offered) };
  }

  brief(): Promise<BriefApplication[]> {
    return this.#matching({})
      .select(['i.app_code as appCode', 'i.category', 'i.latest_version as latestVersion'])
      .execute();
  }

  #matching({ keyword, category, among, without }: OfferFilter) {
    let query = this.#database.query.selectFrom('app_info as i').where('i.status', '=', 1);
    for (const word of wordsOf(keyword)) {
      query = query.where((eb) => eb.or(searched.map((column) => contains(column, word))));
    }
    if (category !== undefined) query = query.where('i.category', '=', category);
    if (among) query = query.where('i.app_code', 'in', [...among, '']);
    if (without) query = query.where('i.app_code', 'not in', [...without, '']);
    return query;
  }
}

interface OfferedRow extends ListingRow {
  readonly version: string | null;
  readonly manifestJson: string | null;
  readonly signatureState: SignatureState | null;
  readonly releaseTime: string | null;
}

function offered({
  version,
  manifestJson,
  signatureState,
  releaseTime,
  ...listing
}: OfferedRow): OfferedListing {
  const isThere = version !== null && manifestJson !== null && signatureState !== null;
  return {
    ...toListing(listing),
    latest: isThere ? { version, manifestJson, signatureState, releaseTime } : undefined,
  };
}
