import type { PackageContent } from '@platform/host-api';
import type { SignatureState } from '@platform/package-format';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Listing } from '../records/listing-store.ts';
import type { Requirements } from '../requirements/requirements.ts';
import type { AcceptedPackage } from '../packages/package-inspector.ts';
import type { AppVersion } from '../records/version-store.ts';
import type { OfferFilter } from './offer-filter.ts';

/** A listed application with facts about its latest version. */
export interface ListedApplication {
  readonly listing: Listing;
  readonly signatureState: SignatureState | null;
  /** Requirements of the latest version; undefined without one. */
  readonly needs: Requirements | undefined;
}

/** The fields of a listed application that counts need. */
export interface BriefApplication {
  readonly appCode: string;
  readonly category: string | null;
  readonly latestVersion: string | null;
}

export interface FetchedPackage {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** The package came from this host's own storage. */
  readonly isStored: boolean;
}

/** Selects codes among all listed applications. */
export type CodeSelection = (applications: readonly BriefApplication[]) => readonly string[];

/** Observes the transfer of a package. */
export interface FetchWatch {
  /** Aborts the transfer. */
  readonly signal?: AbortSignal;
  log(line: string): void;
  /** @param fraction 0 to 1. An error aborts the transfer. */
  progress(fraction: number): Promise<void>;
}

/**
 * Source of the applications on offer: this host's records, or a publisher's catalog.
 *
 * Installed versions are always in this host's records and storage. (spec: R6; design 4.5)
 */
export interface MarketSource {
  /** Address of the catalog; null for this host's records. */
  readonly address: string | null;
  /**
   * @param select limits the page to codes chosen among all listed applications
   * @throws ORDER_COLUMN_UNKNOWN (400)
   */
  page(filter: OfferFilter, page: PageQuery, select?: CodeSelection): Promise<Page<ListedApplication>>;
  /** All listed applications. */
  brief(): Promise<readonly BriefApplication[]>;
  /** Undefined for an unknown application. */
  listing(appCode: string): Promise<Listing | undefined>;
  /** All known versions, whatever their status. */
  versions(appCode: string): Promise<readonly AppVersion[]>;
  find(appCode: string, version: string): Promise<AppVersion | undefined>;
  /** Content of a package, if known without fetching it. */
  content(version: AppVersion): Promise<PackageContent | undefined>;
  /**
   * Writes the package to `file`, and verifies its size and checksum.
   *
   * @throws PACKAGE_MISSING (404), PACKAGE_CHECKSUM (409), and those of a catalog
   */
  fetch(version: AppVersion, file: string, watch?: FetchWatch): Promise<FetchedPackage>;
  /**
   * Stores a verified version of a catalog with its package on this host.
   *
   * @returns the version as recorded on this host
   */
  keep(version: AppVersion, accepted: AcceptedPackage, file: string): Promise<AppVersion>;
  /** Reverts {@link keep} unless a tenant uses the version. Safe to repeat. */
  forget(appCode: string, version: string): Promise<void>;
}
