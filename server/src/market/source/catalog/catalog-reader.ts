import type { PackageContent } from '@platform/host-api';
import type { CatalogApp, CatalogVersion } from '@platform/package-format';
import type { Page, PageQuery } from '../../../kernel/index.ts';
import type { FetchWatch } from '../market-source.ts';
import type { OfferFilter } from '../offer-filter.ts';

/** A package to fetch, with its expected size and checksum. */
export interface WantedPackage {
  readonly appCode: string;
  readonly version: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** Filters that a publisher applies. */
export type CatalogFilter = Pick<OfferFilter, 'keyword' | 'category'>;

/**
 * A catalog, read again at each call without caching. (spec: Limits, catalog caching)
 *
 * Every method throws CATALOG_UNREACHABLE, CATALOG_NOT_CONFIGURED, CATALOG_FOLDER_INVALID (503),
 * CATALOG_TIMEOUT (504),
 * CATALOG_TOKEN_INVALID, CATALOG_REDIRECTED, CATALOG_ANSWER_INVALID, CATALOG_REFUSED (502).
 */
export interface CatalogReader {
  /** Address to show to people. */
  readonly address: string;
  apps(): Promise<readonly CatalogApp[]>;
  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  page(filter: CatalogFilter, page: PageQuery): Promise<Page<CatalogApp>>;
  /** @throws APP_NOT_FOUND (404) */
  app(appCode: string): Promise<CatalogApp>;
  /** @throws APP_NOT_FOUND (404) */
  versions(appCode: string): Promise<readonly CatalogVersion[]>;
  /** Undefined when the catalog has no content without the package. */
  content(appCode: string, version: string): Promise<PackageContent | undefined>;
  /**
   * Writes the package to `file`, and verifies its size and checksum.
   *
   * @throws CATALOG_TRANSFER_BROKEN, CATALOG_PACKAGE_MISMATCH (502)
   */
  package(wanted: WantedPackage, file: string, watch: FetchWatch): Promise<void>;
  close(): Promise<void>;
}
