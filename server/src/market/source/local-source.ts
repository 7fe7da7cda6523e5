import type { PackageContent } from '@platform/host-api';
import type { Page, PageQuery } from '../../kernel/index.ts';
import type { Listing, ListingStore } from '../records/listing-store.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import { manifestOf, type AppVersion, type VersionStore } from '../records/version-store.ts';
import type {
  BriefApplication,
  CodeSelection,
  FetchedPackage,
  FetchWatch,
  ListedApplication,
  MarketSource,
} from './market-source.ts';
import type { OfferedListings } from './offered-listings.ts';
import type { OfferFilter } from './offer-filter.ts';
import { fetchStored } from './stored-package.ts';

export interface LocalSourceParts {
  readonly listings: ListingStore;
  readonly offered: OfferedListings;
  readonly versions: VersionStore;
  readonly storage: PackageStorage;
}

/** Offers the versions published on this host. */
export class LocalSource implements MarketSource {
  readonly address = null;
  readonly #parts: LocalSourceParts;

  constructor(parts: LocalSourceParts) {
    this.#parts = parts;
  }

  async page(filter: OfferFilter, page: PageQuery, select?: CodeSelection): Promise<Page<ListedApplication>> {
    const among = select?.(await this.brief());
    const { total, rows } = await this.#parts.offered.page(among ? { ...filter, among } : filter, page);
    return {
      total,
      rows: rows.map(({ latest, ...listing }) => ({
        listing,
        signatureState: latest?.signatureState ?? null,
        needs: latest && manifestOf(latest),
      })),
    };
  }

  brief(): Promise<BriefApplication[]> {
    return this.#parts.offered.brief();
  }

  listing(appCode: string): Promise<Listing | undefined> {
    return this.#parts.listings.byCode(appCode);
  }

  versions(appCode: string): Promise<AppVersion[]> {
    return this.#parts.versions.ofApp(appCode);
  }

  find(appCode: string, version: string): Promise<AppVersion | undefined> {
    return this.#parts.versions.find(appCode, version);
  }

  content(version: AppVersion): Promise<PackageContent | undefined> {
    return this.#parts.versions.contents.find(version.versionId);
  }

  fetch(version: AppVersion, file: string, watch?: FetchWatch): Promise<FetchedPackage> {
    return fetchStored(this.#parts.storage, version, file, watch);
  }

  keep(version: AppVersion): Promise<AppVersion> {
    return Promise.resolve(version);
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }
}
