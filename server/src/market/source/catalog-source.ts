import type { CatalogApp, CatalogVersion } from '@platform/package-format';
import type { Database } from '../../data/index.ts';
import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';
import type { CatalogReader } from '../catalog/reader/catalog-reader.ts';
import { packageMismatch } from '../catalog/reader/failures.ts';
import { pageOfApps } from '../catalog/reader/page-of-apps.ts';
import { INSTALL, type InstallStore } from '../installs/install-store.ts';
import { listingFrom } from '../listing/listing-content.ts';
import type { Listing, ListingStore } from '../listing/listing-store.ts';
import type { PackageContent } from '../versions/package-content.ts';
import type { AcceptedPackage } from '../versions/package-inspector.ts';
import type { PackageStorage } from '../versions/package-storage.ts';
import { readContent } from '../versions/read-content.ts';
import { UNLISTED, type AppVersion, type VersionStore } from '../versions/version-store.ts';
import type {
  BriefApplication,
  FetchedPackage,
  FetchWatch,
  ListedApplication,
  MarketSource,
} from './market-source.ts';
import { offerOrder, type OfferFilter } from './offer-filter.ts';
import { fetchStored } from './stored-package.ts';

export interface CatalogSourceParts {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly installs: InstallStore;
  readonly storage: PackageStorage;
}

const silent: FetchWatch = { log: () => undefined, progress: () => Promise.resolve() };

/**
 * What a publisher's catalog offers, read anew each time. A version that is installed is kept in this host's records
 * and storage, so that what runs needs no catalog. (design 4.5)
 */
export class CatalogSource implements MarketSource {
  readonly address: string;
  readonly #parts: CatalogSourceParts;

  constructor(parts: CatalogSourceParts) {
    this.#parts = parts;
    this.address = parts.catalog.address;
  }

  /** The publisher searches and cuts the page; what a tenant has only this host knows, and then it does so itself. */
  async page(filter: OfferFilter, page: PageQuery): Promise<Page<ListedApplication>> {
    const { catalog, listings } = this.#parts;
    offerOrder(page);
    const ofTenant = filter.among !== undefined || filter.without !== undefined;
    const { total, rows: apps } = ofTenant
      ? pageOfApps(await catalog.apps(), filter, page)
      : await catalog.page(filter, page);
    const known = await listings.ofCodes(apps.map(({ appCode }) => appCode));
    const rows = apps.map(async (app) => ({
      listing: await this.#listing(app, known.get(app.appCode)),
      signatureState: app.signatureState,
      needs: {
        ...(app.platform === null ? {} : { platform: app.platform }),
        dependencies: app.dependencies,
        ...(app.shared ? { shared: app.shared } : {}),
        ...(app.runtimeApi === undefined ? {} : { runtimeApi: app.runtimeApi }),
      },
    }));
    return { total, rows: await Promise.all(rows) };
  }

  brief(): Promise<readonly BriefApplication[]> {
    return this.#parts.catalog.apps();
  }

  /** One that is not offered any more is as if it were unlisted, where this host knows it. */
  async listing(appCode: string): Promise<Listing | undefined> {
    const app = await unlessGone(() => this.#parts.catalog.app(appCode));
    const known = await this.#parts.listings.byCode(appCode);
    return app ? this.#listing(app, known) : known && { ...known, status: 0 };
  }

  /** Those on offer, and those that are kept here although they are not offered any more. */
  async versions(appCode: string): Promise<AppVersion[]> {
    const { catalog, versions } = this.#parts;
    const offered = (await unlessGone(() => catalog.versions(appCode))) ?? [];
    const kept = await versions.ofApp(appCode);
    const gone = kept.filter(({ version }) => !offered.some((other) => other.version === version));
    return [
      ...offered.map((version) =>
        merged(
          appCode,
          version,
          kept.find((own) => own.version === version.version),
        ),
      ),
      ...gone.map((version): AppVersion => ({ ...version, status: UNLISTED })),
    ];
  }

  async find(appCode: string, version: string): Promise<AppVersion | undefined> {
    return (await this.versions(appCode)).find((candidate) => candidate.version === version);
  }

  async content(version: AppVersion): Promise<PackageContent | undefined> {
    const { catalog, versions } = this.#parts;
    if (isKept(version)) return versions.contents.find(version.versionId);
    return catalog.content(version.appCode, version.version);
  }

  async fetch(version: AppVersion, file: string, watch: FetchWatch = silent): Promise<FetchedPackage> {
    const { appCode, packageSha256: sha256, packageSize: size } = version;
    if (isKept(version)) {
      try {
        return await fetchStored(this.#parts.storage, version, file, watch);
      } catch (error) {
        if (!isLost(error)) throw error;
        watch.log('The storage has lost the package; it comes from the catalog again');
      }
    }
    const wanted = { appCode, version: version.version, size, sha256 };
    await this.#parts.catalog.package(wanted, file, watch);
    watch.log(`Fetched the package, ${size} bytes, SHA-256 ${sha256}`);
    return { size, sha256, own: false };
  }

  /** @throws CATALOG_PACKAGE_MISMATCH (502) when the package describes itself otherwise than the catalog did */
  async keep(version: AppVersion, accepted: AcceptedPackage, file: string): Promise<AppVersion> {
    if (accepted.manifestJson !== version.manifestJson) {
      throw packageMismatch(this.address, 'its app.json is another one');
    }
    const { database, storage, versions } = this.#parts;
    const content = await readContent(file, accepted);
    const packageUrl = await storage.put(file, `${version.appCode}-${version.version}.zip`);
    try {
      return await database.transaction(async () => {
        await versions.remove(version.versionId);
        const appId = await this.#recorded(accepted);
        const { state, keyId } = accepted.signature;
        const versionId = await versions.insert(
          { ...version, appId, packageUrl, signatureState: state, signerKeyId: keyId ?? null },
          content,
        );
        await versions.update(versionId, {
          status: version.status,
          release_time: version.releaseTime,
          deprecate_reason: version.deprecateReason,
        });
        return { ...version, versionId, appId, packageUrl };
      });
    } catch (error) {
      await storage.remove(packageUrl);
      throw error;
    }
  }

  async forget(appCode: string, version: string): Promise<void> {
    const { installs, storage, versions } = this.#parts;
    const kept = await versions.find(appCode, version);
    const inUse = (await installs.all()).some(
      (install) =>
        install.appCode === appCode &&
        (install.previousVersion === version || (install.version === version && isComplete(install.status))),
    );
    if (!kept || inUse) return;
    await versions.remove(kept.versionId);
    if (!(await versions.isPackageUsed(kept.packageUrl))) await storage.remove(kept.packageUrl);
  }

  /** This host's own record of the application, made where there is none. @returns its id */
  async #recorded({ manifest }: AcceptedPackage): Promise<number> {
    const { listings } = this.#parts;
    const known = await listings.byCode(manifest.code);
    if (known) return known.appId;
    const appId = await listings.insert(manifest.code, listingFrom(manifest));
    await listings.update(appId, { status: 1, latest_version: manifest.version });
    return appId;
  }

  /** What installed applications may be upgraded to is written down, for pages that do not ask the catalog. */
  async #listing(app: CatalogApp, known: Listing | undefined): Promise<Listing> {
    const { appCode, name, description, icon, category, author, homepage, latestVersion } = app;
    if (known && known.latestVersion !== latestVersion) {
      await this.#parts.listings.update(known.appId, { latest_version: latestVersion });
    }
    const content = { name, description, icon, category, author, homepage };
    return { appId: known?.appId ?? 0, appCode, ...content, status: 1, latestVersion };
  }
}

/** A version of the catalog as this host sees it; with its package where this host keeps that very one. */
function merged(appCode: string, offered: CatalogVersion, kept: AppVersion | undefined): AppVersion {
  const same = kept?.packageSha256 === offered.packageSha256;
  return {
    publisher: null,
    createTime: offered.releaseTime ?? '',
    ...(same ? kept : {}),
    ...offered,
    ...(same ? { signatureState: kept.signatureState, signerKeyId: kept.signerKeyId } : {}),
    versionId: kept?.versionId ?? 0,
    appId: kept?.appId ?? 0,
    appCode,
    packageUrl: same ? kept.packageUrl : '',
  };
}

function isKept(version: AppVersion): boolean {
  return version.packageUrl !== '';
}

function isComplete(status: number): boolean {
  return status !== INSTALL.failed && status !== INSTALL.installing;
}

function isLost(error: unknown): boolean {
  return (
    error instanceof PlatformError && (error.code === 'PACKAGE_MISSING' || error.code === 'PACKAGE_CHECKSUM')
  );
}

/** Undefined for what the catalog does not know. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'APP_NOT_FOUND') return undefined;
    throw error;
  }
}
