import type { AppTexts } from '@platform/package-format';
import { isUniqueViolation, type ListingStatus } from '../../data/index.ts';
import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { VersionService } from './version-service.ts';
import type { VersionStore } from '../records/version-store.ts';
import type { Edits } from '../../system/index.ts';
import type {
  ChangedListing,
  ListingContent,
  ListingFilter,
  ListingStore,
} from '../records/listing-store.ts';

/** A listing with its numbers of installations and versions. */
export interface CountedListing extends ChangedListing {
  readonly installs: number;
  readonly versions: number;
}

type ListingEdit = Partial<ListingContent> & AppTexts;

/** Manages the listings of the console. (spec: Endpoints 4; design 2.3) */
export class ListingService {
  readonly #store: ListingStore;
  readonly #versions: VersionStore;
  readonly #versionService: VersionService;
  readonly #registry: InstallRegistry;
  readonly #edits: Edits;
  readonly #reservedNames: () => readonly string[];
  readonly #assertIdle: (appCode: string) => Promise<void>;

  constructor(parts: {
    store: ListingStore;
    versions: VersionStore;
    versionService: VersionService;
    registry: InstallRegistry;
    edits: Edits;
    reservedNames: () => readonly string[];
    assertIdle: (appCode: string) => Promise<void>;
  }) {
    this.#store = parts.store;
    this.#versions = parts.versions;
    this.#versionService = parts.versionService;
    this.#registry = parts.registry;
    this.#edits = parts.edits;
    this.#reservedNames = parts.reservedNames;
    this.#assertIdle = parts.assertIdle;
  }

  async page(filter: ListingFilter, page: PageQuery): Promise<Page<CountedListing>> {
    const { total, rows } = await this.#store.page(filter, page);
    const counts = await this.#store.counts(rows.map((row) => row.appCode));
    return {
      total,
      rows: rows.map((row) => ({ ...row, ...(counts.get(row.appCode) ?? { installs: 0, versions: 0 }) })),
    };
  }

  /** @throws APP_NOT_FOUND (404) */
  async get(appId: number): Promise<ChangedListing> {
    const listing = await this.#store.byId(appId);
    if (listing) return listing;
    throw new PlatformError({
      code: 'APP_NOT_FOUND',
      status: 404,
      message: 'This application does not exist.',
      fix: 'Choose one from the list in the console.',
    });
  }

  /** @throws APP_EXISTS (409), APP_CODE_RESERVED (400) */
  async add(appCode: string, content: ListingContent): Promise<number> {
    if (this.#reservedNames().includes(appCode)) {
      throw new PlatformError({
        code: 'APP_CODE_RESERVED',
        status: 400,
        message: `${appCode} is reserved: it starts a path of the host.`,
        fix: 'Choose another code.',
      });
    }
    if (await this.#store.byCode(appCode)) throw appExists(appCode);
    try {
      return await this.#store.insert(appCode, content);
    } catch (error) {
      throw isUniqueViolation(error) ? appExists(appCode) : error;
    }
  }

  /**
   * Edits a listing that is as the person saw it; an empty string clears a field.
   *
   * @param change `names` and `descriptions` replace those in all other languages
   * @throws APP_NOT_FOUND (404), CHANGED_MEANWHILE (409)
   */
  async edit(appId: number, change: ListingEdit, seen?: string): Promise<void> {
    await this.get(appId);
    const cleared = Object.entries(change).map(([field, value]) => [field, value === '' ? null : value]);
    if (cleared.length === 0) return;
    await this.#edits.run('app_info', { id: appId, seen, shown: () => this.get(appId) }, () =>
      this.#store.edit(appId, Object.fromEntries(cleared) as ListingEdit),
    );
  }

  /** @throws APP_WITHOUT_VERSION (409) when listed without a published version (spec: Errors) */
  async setStatus(appId: number, status: ListingStatus): Promise<void> {
    const listing = await this.get(appId);
    if (status === 1 && listing.latestVersion === null) {
      throw new PlatformError({
        code: 'APP_WITHOUT_VERSION',
        status: 409,
        message: `${listing.name} cannot be listed: none of its versions is published.`,
        fix: 'Publish a version first.',
      });
    }
    await this.#store.update(appId, { status });
  }

  /** @throws APP_INSTALLED (409) while a tenant has it, TASK_RUNNING (409) during an operation */
  async remove(appId: number): Promise<void> {
    const listing = await this.get(appId);
    await this.#assertIdle(listing.appCode);
    const tenants = this.#registry.ofApp(listing.appCode).length;
    if (tenants > 0) {
      throw new PlatformError({
        code: 'APP_INSTALLED',
        status: 409,
        message: `${listing.name} is installed for ${tenants === 1 ? 'a tenant' : `${tenants} tenants`}.`,
        fix: 'Uninstall it for these tenants first.',
        details: { params: { app: listing.name, tenants } },
      });
    }
    await this.#versionService.discard(await this.#versions.ofApp(listing.appCode));
    await this.#store.remove(appId);
  }
}

function appExists(appCode: string): PlatformError {
  return new PlatformError({
    code: 'APP_EXISTS',
    status: 409,
    message: `Application ${appCode} already exists.`,
    fix: 'Choose another code, or edit the existing application.',
  });
}
