import type { CatalogApp, CatalogVersion } from '@platform/package-format';
import type { Page, PageQuery } from '../../../kernel/index.ts';
import type { FetchWatch } from '../../source/market-source.ts';
import type { OfferFilter } from '../../source/offer-filter.ts';
import type { PackageContent } from '../../versions/package-content.ts';

/** Which package, and what it must be. */
export interface WantedPackage {
  readonly appCode: string;
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** What a publisher searches by. */
export type CatalogFilter = Pick<OfferFilter, 'keyword' | 'category'>;

/**
 * A catalog, read anew at each call: nothing is remembered. (spec: Limits, catalog caching)
 *
 * Every method throws CATALOG_UNREACHABLE, CATALOG_NOT_CONFIGURED, CATALOG_FOLDER_INVALID (503), CATALOG_TIMEOUT (504),
 * CATALOG_TOKEN_INVALID, CATALOG_REDIRECTED, CATALOG_ANSWER_INVALID, CATALOG_REFUSED (502).
 */
export interface CatalogReader {
  /** For people: where it is. */
  readonly address: string;
  apps(): Promise<readonly CatalogApp[]>;
  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  page(filter: CatalogFilter, page: PageQuery): Promise<Page<CatalogApp>>;
  /** @throws APP_NOT_FOUND (404) */
  app(appCode: string): Promise<CatalogApp>;
  /** @throws APP_NOT_FOUND (404) */
  versions(appCode: string): Promise<readonly CatalogVersion[]>;
  /** Undefined where the catalog does not know it without the package. */
  content(appCode: string, version: string): Promise<PackageContent | undefined>;
  /**
   * Writes the package to `file`: exactly the bytes that were named, or nothing.
   *
   * @throws CATALOG_TRANSFER_BROKEN, CATALOG_PACKAGE_MISMATCH (502)
   */
  package(wanted: WantedPackage, file: string, watch: FetchWatch): Promise<void>;
  close(): Promise<void>;
}
