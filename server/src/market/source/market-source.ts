import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Listing } from '../listing/listing-store.ts';
import type { Requirements } from '../operations/requirements.ts';
import type { PackageContent } from '../versions/package-content.ts';
import type { AcceptedPackage } from '../versions/package-inspector.ts';
import type { AppVersion } from '../versions/version-store.ts';
import type { OfferFilter } from './offer-filter.ts';

/** A listed application with what the market says of its latest version. */
export interface ListedApplication {
  readonly listing: Listing;
  readonly signatureState: string | null;
  /** What the latest version needs; undefined where there is none. */
  readonly needs: Requirements | undefined;
}

/** As much of a listed application as counting needs. */
export interface BriefApplication {
  readonly appCode: string;
  readonly category: string | null;
  readonly latestVersion: string | null;
}

export interface FetchedPackage {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** This host's own storage had it. */
  readonly own: boolean;
}

/** Told how a package arrives. */
export interface FetchWatch {
  /** Ends the transfer when it is aborted, with its reason. */
  readonly signal?: AbortSignal;
  log(line: string): void;
  /** @param fraction 0 to 1. May throw, which ends the transfer. */
  progress(fraction: number): Promise<void>;
}

/**
 * Where the applications on offer come from: this host's own records, or a publisher's catalog. What a tenant has
 * installed is always in this host's records and its own storage. (spec: R6; design 4.5)
 */
export interface MarketSource {
  /** Address of the catalog; null for this host's own records. */
  readonly address: string | null;
  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  page(filter: OfferFilter, page: PageQuery): Promise<Page<ListedApplication>>;
  /** All listed applications. */
  brief(): Promise<readonly BriefApplication[]>;
  /** Undefined for an application that is not known there. */
  listing(appCode: string): Promise<Listing | undefined>;
  /** Every version that is known there, whatever its status. */
  versions(appCode: string): Promise<readonly AppVersion[]>;
  find(appCode: string, version: string): Promise<AppVersion | undefined>;
  /** What the package holds, where that is known without the package. */
  content(version: AppVersion): Promise<PackageContent | undefined>;
  /**
   * Writes the package to `file`; what is there afterwards has the size and the checksum that were named.
   *
   * @throws PACKAGE_MISSING (404), PACKAGE_CHECKSUM (409), and those of a catalog
   */
  fetch(version: AppVersion, file: string, watch?: FetchWatch): Promise<FetchedPackage>;
  /**
   * Keeps a version that was fetched from elsewhere and verified, so that this host has its package and knows it.
   *
   * @returns the version as this host knows it
   */
  keep(version: AppVersion, accepted: AcceptedPackage, file: string): Promise<AppVersion>;
  /** Undoes {@link keep} of a version that nobody has installed; one that is not kept is no error. */
  forget(appCode: string, version: string): Promise<void>;
}
