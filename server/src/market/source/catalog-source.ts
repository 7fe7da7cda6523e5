import type { PackageContent } from '@platform/host-api';
import type { CatalogApp, CatalogVersion } from '@platform/package-format';
import type { Database } from '../../data/index.ts';
import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';
import type { CatalogReader } from './catalog/catalog-reader.ts';
import { packageMismatch } from './catalog/failures.ts';
import { pageOfApps } from './catalog/page-of-apps.ts';
import { INSTALL, type InstallStore } from '../records/install-store.ts';
import { listingFrom } from '../records/listing-content.ts';
import type { Listing, ListingStore } from '../records/listing-store.ts';
import type { AcceptedPackage } from '../packages/package-inspector.ts';
import type { PackageStorage } from '../packages/package-storage.ts';
import { readContent } from '../packages/read-content.ts';
import { UNLISTED, type AppVersion, type VersionStore } from '../records/version-store.ts';
import type {
  BriefApplication,
  CodeSelection,
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
 * Offers a publisher's catalog, which is read again each time.
 *
 * Installed versions are kept in this host's records and storage, so that they run without the
 * catalog. (design 4.5)
 */
export class CatalogSource implements MarketSource {
  readonly address: string;
  readonly #parts: CatalogSourceParts;

  constructor(parts: CatalogSourceParts) {
    this.#parts = parts;
    this.address = parts.catalog.address;
  }

  /** The publisher filters and pages, except by installation, which only this host knows. */
  async page(filter: OfferFilter, page: PageQuery, select?: CodeSelection): Promise<Page<ListedApplication>> {
    const { catalog, listings } = this.#parts;
    offerOrder(page);
    const isByInstallation = filter.among !== undefined || filter.without !== undefined;
    const all = isByInstallation || select ? await catalog.apps() : undefined;
    const { total, rows: apps } = all
      ? pageOfApps(all, select ? { ...filter, among: select(all) } : filter, page)
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

  /** An application that the catalog withdrew is returned as unlisted if this host knows it. */
  async listing(appCode: string): Promise<Listing | undefined> {
    const app = await undefinedIfNotFound(() => this.#parts.catalog.app(appCode));
    const known = await this.#parts.listings.byCode(appCode);
    return app ? this.#listing(app, known) : known && { ...known, status: 0 };
  }

  /** Versions on offer, and versions kept here that the catalog withdrew. */
  async versions(appCode: string): Promise<AppVersion[]> {
    const { catalog, versions } = this.#parts;
    const offered = (await undefinedIfNotFound(() => catalog.versions(appCode))) ?? [];
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
        watch.log('The storage lost the package; fetching it from the catalog again');
      }
    }
    const wanted = { appCode, version: version.version, size, sha256 };
    await this.#parts.catalog.package(wanted, file, watch);
    watch.log(`Fetched the package, ${size} bytes, SHA-256 ${sha256}`);
    return { size, sha256, isStored: false };
  }

  /**
   * @throws CATALOG_PACKAGE_MISMATCH (502) when the package's manifest differs from the catalog's
   */
  async keep(version: AppVersion, accepted: AcceptedPackage, file: string): Promise<AppVersion> {
    if (accepted.manifestJson !== version.manifestJson) {
      throw packageMismatch(this.address, 'its app.json differs');
    }
    const { database, storage, versions } = this.#parts;
    const content = await readContent(file, accepted);
    const packageUrl = await storage.put(file, `${version.appCode}-${version.version}.zip`);
    try {
      return await database.transaction(async () => {
        await versions.remove(version.versionId);
        const appId = await this.#ensureListing(accepted);
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

  /** Finds or creates this host's listing of the application. @returns its id */
  async #ensureListing({ manifest }: AcceptedPackage): Promise<number> {
    const { listings } = this.#parts;
    const known = await listings.byCode(manifest.code);
    if (known) {
      await listings.edit(known.appId, {}, manifest);
      return known.appId;
    }
    const appId = await listings.insert(manifest.code, listingFrom(manifest), manifest);
    await listings.update(appId, { status: 1, latest_version: manifest.version });
    return appId;
  }

  /**
   * Records the latest version of installed applications, for pages that do not read the catalog.
   */
  async #listing(app: CatalogApp, known: Listing | undefined): Promise<Listing> {
    const { appCode, name, description, icon, category, author, homepage, latestVersion } = app;
    const { names, descriptions } = app;
    if (known && known.latestVersion !== latestVersion) {
      await this.#parts.listings.update(known.appId, { latest_version: latestVersion });
    }
    const content = { name, description, icon, category, author, homepage };
    return {
      ...{ appId: known?.appId ?? 0, appCode, ...content, status: 1, latestVersion },
      names,
      descriptions,
    };
  }
}

/** Merges a catalog's version with this host's copy, if both have the same package. */
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

/** Turns APP_NOT_FOUND into undefined. */
async function undefinedIfNotFound<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'APP_NOT_FOUND') return undefined;
    throw error;
  }
}
