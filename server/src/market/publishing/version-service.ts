import type { PackageContent } from '@platform/host-api';
import { join } from 'node:path';
import { isUniqueViolation, type Database } from '../../data/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import { listingFrom } from '../records/listing-content.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { CodeKeys } from './code-keys.ts';
import type { AcceptedPackage, PackageInspector } from '../packages/package-inspector.ts';
import { withTempFolder, type PackageStorage } from '../packages/package-storage.ts';
import { readContent } from '../packages/read-content.ts';
import { refusedTransition, versionNotFound } from './version-states.ts';
import { PENDING, type AppVersion, type VersionStore } from '../records/version-store.ts';

export interface SaveVersion {
  readonly appId?: number | undefined;
  readonly packageUrl: string;
  readonly packageSha256: string;
  readonly releaseNotes?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** New key of a known code, confirmed by an operator. */
  readonly confirmKey?: string | undefined;
}

/** Ids of a version that was saved, and of its listing. */
interface Saved {
  readonly versionId: number;
  readonly appId: number;
}

export interface VersionServiceParts {
  readonly database: Database;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly codeKeys: CodeKeys;
  readonly inspector: PackageInspector;
  readonly storage: PackageStorage;
  readonly tempDir: string;
}

/** Rows that two saves may both want to add: listing, key and version. */
const SHARED_ROWS = 3;

/** Saves and deletes versions without touching running ones. (spec: States, L9) */
export class VersionService {
  readonly #parts: VersionServiceParts;

  constructor(parts: VersionServiceParts) {
    this.#parts = parts;
  }

  /** @throws VERSION_NOT_FOUND (404) */
  async get(versionId: number): Promise<AppVersion> {
    const version = await this.#parts.versions.byId(versionId);
    if (version) return version;
    throw versionNotFound();
  }

  /**
   * Saves a version as pending, and creates the listing of a new code.
   *
   * Manifest and signature are read from the stored package, never taken from the caller.
   *
   * @throws PACKAGE_MISSING (404), PACKAGE_CHECKSUM, VERSION_EXISTS, PACKAGE_KEY_CHANGED (409), and
   *   the inspector's codes
   */
  async save(request: SaveVersion, publisher: string | null): Promise<Saved> {
    const { database } = this.#parts;
    const expectedCode =
      request.appId === undefined ? undefined : (await this.#listing(request.appId)).appCode;
    const { accepted, content } = await this.#inspectStored(request, expectedCode);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await database.transaction(() => this.#insert(request, accepted, content, publisher));
      } catch (error) {
        // Another save was first with one of the rows, which the next attempt finds.
        if (!isUniqueViolation(error) || attempt > SHARED_ROWS) throw error;
      }
    }
  }

  async #insert(
    request: SaveVersion,
    accepted: AcceptedPackage,
    content: PackageContent,
    publisher: string | null,
  ): Promise<Saved> {
    const { codeKeys, listings, storage, versions } = this.#parts;
    const { manifest } = accepted;
    await storage.claim(request.packageUrl);
    const existing = await versions.find(manifest.code, manifest.version);
    if (existing) {
      const { appId, packageSha256, status, versionId } = existing;
      throw new PlatformError({
        code: 'VERSION_EXISTS',
        status: 409,
        message: `${manifest.code} ${manifest.version} is already saved.`,
        fix: 'Raise the version in app.json, or delete the saved one while it is pending.',
        details: {
          params: { app: manifest.code, version: manifest.version },
          appId,
          packageSha256,
          status,
          versionId,
        },
      });
    }
    const { state, keyId = null } = accepted.signature;
    await codeKeys.admit({ appCode: manifest.code, state, keyId }, request.confirmKey, publisher);
    const known = await listings.byCode(manifest.code);
    const appId =
      known?.appId ?? (await listings.insert(manifest.code, listingFrom(manifest, request), manifest));
    const saved = {
      appId,
      appCode: manifest.code,
      version: manifest.version,
      releaseNotes: request.releaseNotes ?? null,
      packageUrl: request.packageUrl,
      packageSize: accepted.size,
      packageMd5: accepted.md5,
      packageSha256: accepted.sha256,
      manifestJson: accepted.manifestJson,
      signatureState: state,
      signerKeyId: keyId,
      publisher,
    };
    const versionId = await versions.insert(saved, content);
    return { versionId, appId };
  }

  /** Deletes a pending version. @throws VERSION_NOT_FOUND (404), VERSION_NOT_PENDING (409) */
  async remove(versionId: number): Promise<void> {
    const version = await this.get(versionId);
    if (version.status !== PENDING) throw refusedTransition(version, 'deleted');
    await this.discard([version]);
  }

  /** Deletes versions, and packages that no other version refers to. */
  async discard(discarded: readonly AppVersion[]): Promise<void> {
    const { storage, versions } = this.#parts;
    for (const version of discarded) {
      await versions.remove(version.versionId);
      if (!(await versions.isPackageUsed(version.packageUrl))) await storage.remove(version.packageUrl);
    }
  }

  #inspectStored(
    request: SaveVersion,
    expectedCode: string | undefined,
  ): Promise<{ accepted: AcceptedPackage; content: PackageContent }> {
    const { inspector, storage, tempDir } = this.#parts;
    return withTempFolder(tempDir, async (folder) => {
      const file = join(folder, 'package.zip');
      await storage.fetch(request.packageUrl, file);
      const accepted = await inspector.inspect(file, {
        fileName: 'package.zip',
        ...(expectedCode === undefined ? {} : { expectedCode }),
      });
      if (accepted.sha256 === request.packageSha256.toLowerCase()) {
        return { accepted, content: await readContent(file, accepted) };
      }
      throw new PlatformError({
        code: 'PACKAGE_CHECKSUM',
        status: 409,
        message: 'The stored package does not match packageSha256.',
        fix: 'Send packageUrl and packageSha256 of the same upload.',
        details: { expected: request.packageSha256, found: accepted.sha256 },
      });
    });
  }

  async #listing(appId: number): Promise<{ appCode: string }> {
    const listing = await this.#parts.listings.byId(appId);
    if (listing) return listing;
    throw new PlatformError({
      code: 'APP_NOT_FOUND',
      status: 404,
      message: 'This application does not exist.',
      fix: 'Omit appId: the listing is created from the package.',
    });
  }
}
