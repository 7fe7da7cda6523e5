import type { AppManifest } from '@platform/package-format';
import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import type { Install } from '../installs/install-store.ts';
import type { MissingDependency } from '../operations/requirements.ts';
import { enabledVersions } from '../operations/enabled.ts';
import type { Placement } from '../placement/placement.ts';
import type { ListedApplication, MarketSource } from '../source/market-source.ts';
import type { ShellModules } from '../shell-modules.ts';
import type { OfferFilter } from '../source/offer-filter.ts';
import { manifestOf, type AppVersion } from '../versions/version-store.ts';
import { marketSummary, updatesAmong, type MarketSummary } from './market-summary.ts';
import { neededBy, type NeededApplication } from './needed-application.ts';
import { failedVersion, type FailedVersion } from '../installs/install-failure.ts';
import { onOffer } from './on-offer.ts';
import { isPresent, offerState, type OfferState } from './offer.ts';
import type { PackageContent } from '../versions/package-content.ts';

/** An application as the market shows it to a tenant. */
export interface Offer {
  readonly appId: number;
  readonly appCode: string;
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly category: string | null;
  readonly author: string | null;
  readonly latestVersion: string | null;
  readonly signatureState: string | null;
  readonly state: OfferState;
  readonly reason?: string;
  /** Only these applications stand in the way. */
  readonly missing?: readonly MissingDependency[];
  readonly installId?: number;
  readonly installedVersion?: string;
  /** A version above the installed one that was tried here in vain; of a list's row only where it is the latest. */
  readonly failed?: FailedVersion;
}

/** With what a person looks at before installing. */
export interface OfferDetail extends Offer {
  readonly homepage: string | null;
  readonly versions: ReadonlyArray<Omit<AppVersion, 'manifestJson'>>;
  readonly manifest: AppManifest | null;
  /** What the tenant has of the applications that the manifest names. */
  readonly needed: readonly NeededApplication[];
}

/** What a tenant wants to see of the market. */
export interface OfferQuery extends Pick<OfferFilter, 'keyword' | 'category'> {
  /** `installed` has those with updates too; `available` is what is not installed. None: all. */
  readonly show?: 'installed' | 'available' | 'updates';
}

export interface StorefrontParts {
  readonly source: MarketSource;
  readonly registry: InstallRegistry;
  readonly placement: Placement;
  readonly platformVersion: string;
  readonly shell: ShellModules | undefined;
}

/** What a tenant has, read once for all rows of a page. */
interface Tenant {
  readonly installs: ReadonlyMap<string, Install>;
  readonly enabled: ReadonlyMap<string, string>;
}

/** The market: listed applications with the tenant's state. (design 2.3) */
export class Storefront {
  readonly #parts: StorefrontParts;

  constructor(parts: StorefrontParts) {
    this.#parts = parts;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), and those of a catalog */
  async offers(tenantId: string, { show, ...search }: OfferQuery, page: PageQuery): Promise<Page<Offer>> {
    const tenant = this.#tenant(tenantId);
    const filter = { ...search, ...(await this.#codes(tenant, show)) };
    const { total, rows } = await this.#parts.source.page(filter, page);
    return { total, rows: rows.map((application) => this.#offer(tenant, application)) };
  }

  /** How many applications there are of each kind. @throws those of a catalog */
  async summary(tenantId: string): Promise<MarketSummary> {
    return marketSummary(await this.#parts.source.brief(), this.#tenant(tenantId).installs);
  }

  /** @throws APP_NOT_FOUND (404), also for an application that is not listed and not installed */
  async detail(tenantId: string, appCode: string): Promise<OfferDetail> {
    const { source } = this.#parts;
    const tenant = this.#tenant(tenantId);
    const listing = await source.listing(appCode);
    const installed = tenant.installs.get(appCode);
    if (!listing || (listing.status !== 1 && installed === undefined)) {
      throw new PlatformError({
        code: 'APP_NOT_FOUND',
        status: 404,
        message: `The market has no application ${appCode}.`,
        fix: 'Look in the market for the applications that there are.',
      });
    }
    const all = await source.versions(appCode);
    const latest = all.find((version) => version.version === listing.latestVersion);
    const manifest = latest ? manifestOf(latest) : undefined;
    const signatureState = latest?.signatureState ?? null;
    return {
      ...this.#offer(tenant, { listing, signatureState, needs: manifest }),
      ...tried(installed),
      homepage: listing.homepage,
      versions: onOffer(all, installed?.version),
      manifest: manifest ?? null,
      needed: neededBy(manifest, tenant.installs),
    };
  }

  /** The icon of the latest version on offer. @throws APP_NOT_FOUND (404) */
  async icon(tenantId: string, appCode: string): Promise<PackageContent['icon']> {
    const { source } = this.#parts;
    const { latestVersion } = await this.detail(tenantId, appCode);
    const version = latestVersion === null ? undefined : await source.find(appCode, latestVersion);
    return version && (await source.content(version))?.icon;
  }

  #tenant(tenantId: string): Tenant {
    const { registry, placement } = this.#parts;
    return {
      installs: new Map(registry.of(tenantId).map((install) => [install.appCode, install])),
      enabled: enabledVersions({ registry, placement }, tenantId),
    };
  }

  async #codes({ installs }: Tenant, show: OfferQuery['show']): Promise<OfferFilter> {
    if (show === undefined) return {};
    if (show === 'updates') return { among: updatesAmong(await this.#parts.source.brief(), installs) };
    const codes = [...installs.values()].filter(isPresent).map(({ appCode }) => appCode);
    return show === 'installed' ? { among: codes } : { without: codes };
  }

  #offer({ installs, enabled }: Tenant, { listing, signatureState, needs }: ListedApplication): Offer {
    const { platformVersion, shell } = this.#parts;
    const install = installs.get(listing.appCode);
    const { appId, appCode, name, description, icon, category, author, latestVersion } = listing;
    return {
      appId,
      appCode,
      name,
      description,
      icon,
      category,
      author,
      latestVersion,
      signatureState,
      ...offerState({ install, latestVersion, needs, platformVersion, shell, enabled }),
      ...(install ? { installId: install.installId, installedVersion: install.version } : {}),
      ...tried(install, latestVersion),
    };
  }
}

/** A first installation that failed tells of itself by its state. */
function tried(install: Install | undefined, only?: string | null): Pick<Offer, 'failed'> {
  const failed = isPresent(install) && install.failure ? failedVersion(install.failure) : undefined;
  if (!failed || (only !== undefined && failed.version !== only)) return {};
  return { failed };
}
