import type { PackageContent } from '@platform/host-api';
import type { CatalogApp, CatalogVersion } from '@platform/package-format';
import type { Readable } from 'node:stream';
import { PlatformError, type Bytes, type Page, type PageQuery } from '../../kernel/index.ts';
import type { Listing, ListingStore } from '../records/listing-store.ts';
import type { OfferedListings } from '../source/offered-listings.ts';
import { versionsOnOffer } from '../source/versions-on-offer.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import {
  DEPRECATED,
  manifestOf,
  PUBLISHED,
  type AppVersion,
  type VersionStore,
} from '../records/version-store.ts';
import type { CatalogFilter } from '../source/catalog/catalog-reader.ts';

export interface PublishedCatalogParts {
  readonly listings: ListingStore;
  readonly offered: OfferedListings;
  readonly versions: VersionStore;
  readonly storage: PackageStorage;
}

/** The catalog for user editions: listed applications with published and deprecated versions. */
export class PublishedCatalog {
  readonly #parts: PublishedCatalogParts;

  constructor(parts: PublishedCatalogParts) {
    this.#parts = parts;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400) */
  async apps(filter: CatalogFilter, page: PageQuery): Promise<Page<CatalogApp>> {
    const { total, rows } = await this.#parts.offered.page(filter, page);
    return {
      total,
      rows: rows.flatMap(({ latest, ...listing }) => (latest ? [catalogApp(listing, latest)] : [])),
    };
  }

  /** @throws APP_NOT_FOUND (404), also for an unlisted application */
  async app(appCode: string): Promise<CatalogApp> {
    const listing = await this.#listed(appCode);
    const version = await this.#parts.versions.find(appCode, listing.latestVersion ?? '');
    if (!version) throw notOffered(appCode);
    return catalogApp(listing, version);
  }

  /** @throws APP_NOT_FOUND (404) */
  async versions(appCode: string): Promise<CatalogVersion[]> {
    await this.#listed(appCode);
    return versionsOnOffer(await this.#parts.versions.ofApp(appCode), undefined).map(catalogVersion);
  }

  /**
   * Null for a version saved before contents were recorded.
   *
   * @throws APP_NOT_FOUND, VERSION_NOT_FOUND (404)
   */
  async content(appCode: string, version: string): Promise<PackageContent | null> {
    const { versionId } = await this.version(appCode, version);
    return (await this.#parts.versions.contents.find(versionId)) ?? null;
  }

  /** @throws APP_NOT_FOUND, VERSION_NOT_FOUND (404) */
  async version(appCode: string, version: string): Promise<AppVersion> {
    await this.#listed(appCode);
    const found = await this.#parts.versions.find(appCode, version);
    if (found?.status === PUBLISHED || found?.status === DEPRECATED) return found;
    throw new PlatformError({
      code: 'VERSION_NOT_FOUND',
      status: 404,
      message: `The catalog has no version ${version} of ${appCode}.`,
      fix: 'Choose one of the versions listed in the market.',
      details: { params: { app: appCode, version } },
    });
  }

  /** @throws PACKAGE_MISSING (404) */
  open(version: AppVersion, bytes: Bytes | undefined): Promise<Readable> {
    return this.#parts.storage.open(version.packageUrl, bytes);
  }

  async #listed(appCode: string): Promise<Listing> {
    const listing = await this.#parts.listings.byCode(appCode);
    if (listing?.status === 1) return listing;
    throw notOffered(appCode);
  }
}

function notOffered(appCode: string): PlatformError {
  return new PlatformError({
    code: 'APP_NOT_FOUND',
    status: 404,
    message: `The catalog has no application ${appCode}.`,
    fix: 'Choose one of the applications listed in the market.',
  });
}

type Latest = Pick<AppVersion, 'version' | 'signatureState' | 'manifestJson' | 'releaseTime'>;

function catalogApp(listing: Listing, latest: Latest): CatalogApp {
  const { appCode, name, description, icon, category, author, homepage, names, descriptions } = listing;
  const { platform, dependencies, shared, runtimeApi } = manifestOf(latest);
  return {
    ...{ appCode, name, description, icon, category, author, homepage },
    names,
    descriptions,
    latestVersion: latest.version,
    releaseTime: latest.releaseTime,
    signatureState: latest.signatureState,
    platform: platform ?? null,
    dependencies: { ...dependencies },
    ...(shared ? { shared } : {}),
    ...(runtimeApi === undefined ? {} : { runtimeApi }),
  };
}

function catalogVersion(version: AppVersion): CatalogVersion {
  return {
    version: version.version,
    status: version.status === DEPRECATED ? DEPRECATED : PUBLISHED,
    releaseTime: version.releaseTime,
    releaseNotes: version.releaseNotes,
    deprecateReason: version.deprecateReason,
    packageSize: version.packageSize,
    packageMd5: version.packageMd5,
    packageSha256: version.packageSha256,
    signatureState: version.signatureState,
    signerKeyId: version.signerKeyId,
    manifestJson: version.manifestJson,
  };
}
