import type { MarketSummary, Offer, OfferDetail, PackageContent } from '@platform/host-api';
import { PlatformError, type Page, type PageQuery } from '../../kernel/index.ts';
import type { TenantPackage } from '../../system/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { Compatibility } from '../requirements/compatibility.ts';
import type { EnabledApplications } from '../requirements/enabled-applications.ts';
import type { Backends } from '../runtime/backends.ts';
import type { ListedApplication, MarketSource } from '../source/market-source.ts';
import type { OfferFilter } from '../source/offer-filter.ts';
import { manifestOf } from '../records/version-store.ts';
import { marketSummary, updatesAmong } from './market-summary.ts';
import { neededBy } from './needed-application.ts';
import { failedVersion } from '../records/install-failure.ts';
import { versionsOnOffer } from '../source/versions-on-offer.ts';
import { isPresent, offerState } from './offer.ts';

/** Filter of the market's list. */
export interface OfferQuery extends Pick<OfferFilter, 'keyword' | 'category'> {
  /** `installed` includes those with updates; `available` are not installed. Default: all. */
  readonly show?: 'installed' | 'available' | 'updates';
}

export interface StorefrontParts {
  readonly source: MarketSource;
  readonly registry: InstallRegistry;
  readonly enabled: EnabledApplications;
  readonly compatibility: Pick<Compatibility, 'platformVersion' | 'shell'>;
  readonly backends: Pick<Backends, 'quarantined'>;
  readonly tenants: Pick<TenantPackage, 'applicationsOf'>;
}

/** A tenant's installations, read once per page. */
interface Tenant {
  readonly installs: ReadonlyMap<string, Install>;
  readonly enabled: ReadonlyMap<string, string>;
  /** Codes that its package permits; undefined: any. */
  readonly permitted: ReadonlySet<string> | undefined;
}

/**
 * The market: listed applications with a tenant's state. Those that its package lacks are shown
 * only while it has them. (design 2.3, 12)
 */
export class Storefront {
  readonly #parts: StorefrontParts;

  constructor(parts: StorefrontParts) {
    this.#parts = parts;
  }

  /** @throws ORDER_COLUMN_UNKNOWN (400), and the codes of a catalog */
  async offers(tenantId: string, { show, ...search }: OfferQuery, page: PageQuery): Promise<Page<Offer>> {
    const tenant = await this.#tenant(tenantId);
    const { source } = this.#parts;
    const { total, rows } =
      show === 'updates'
        ? await source.page(search, page, (all) =>
            updatesAmong(
              all.filter(({ appCode }) => isPermitted(tenant, appCode)),
              tenant.installs,
            ),
          )
        : await source.page({ ...search, ...shownTo(tenant, show) }, page);
    return { total, rows: rows.map((application) => this.#offer(tenant, application)) };
  }

  /** Counts applications by kind. @throws the codes of a catalog */
  async summary(tenantId: string): Promise<MarketSummary> {
    const [tenant, all] = await Promise.all([this.#tenant(tenantId), this.#parts.source.brief()]);
    const shown = all.filter(({ appCode }) => isShown(tenant, appCode));
    return marketSummary(shown, tenant.installs);
  }

  /** @throws APP_NOT_FOUND (404), also for an application that is neither on offer nor installed */
  async detail(tenantId: string, appCode: string): Promise<OfferDetail> {
    const { source } = this.#parts;
    const tenant = await this.#tenant(tenantId);
    const listing = await source.listing(appCode);
    const installed = tenant.installs.get(appCode);
    const isOffered = listing?.status === 1 && isPermitted(tenant, appCode);
    if (!listing || (!isOffered && installed === undefined)) {
      throw new PlatformError({
        code: 'APP_NOT_FOUND',
        status: 404,
        message: `The market has no application ${appCode}.`,
        fix: 'Choose one of the applications listed in the market.',
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
      versions: versionsOnOffer(all, installed?.version),
      manifest: manifest ?? null,
      needed: neededBy(manifest, tenant.installs),
    };
  }

  /** Icon of the latest version. @throws APP_NOT_FOUND (404) */
  async icon(tenantId: string, appCode: string): Promise<PackageContent['icon']> {
    const { source } = this.#parts;
    const { latestVersion } = await this.detail(tenantId, appCode);
    const version = latestVersion === null ? undefined : await source.find(appCode, latestVersion);
    return version && (await source.content(version))?.icon;
  }

  async #tenant(tenantId: string): Promise<Tenant> {
    const { enabled, registry, tenants } = this.#parts;
    const permitted = await tenants.applicationsOf(tenantId);
    return {
      permitted: permitted ? new Set(permitted) : undefined,
      installs: new Map(registry.of(tenantId).map((install) => [install.appCode, install])),
      enabled: enabled.versions(tenantId),
    };
  }

  #offer({ installs, enabled }: Tenant, { listing, signatureState, needs }: ListedApplication): Offer {
    const { platformVersion, shell } = this.#parts.compatibility;
    const install = installs.get(listing.appCode);
    const { appId, appCode, name, description, icon, category, author, latestVersion } = listing;
    const { names, descriptions } = listing;
    return {
      appId,
      appCode,
      name,
      description,
      icon,
      category,
      author,
      names,
      descriptions,
      latestVersion,
      signatureState,
      ...offerState({ install, latestVersion, needs, platformVersion, shell, enabled }),
      ...(install ? { installId: install.installId, installedVersion: install.version } : {}),
      ...(install?.status === INSTALL.enabled && this.#parts.backends.quarantined(appCode)
        ? { quarantined: true }
        : {}),
      ...tried(install, latestVersion),
    };
  }
}

/** A failed first installation is shown by its state instead. */
function tried(install: Install | undefined, only?: string | null): Pick<Offer, 'failed'> {
  const failed = isPresent(install) && install.failure ? failedVersion(install.failure) : undefined;
  if (!failed || (only !== undefined && failed.version !== only)) return {};
  return { failed };
}

const isPermitted = ({ permitted }: Tenant, appCode: string): boolean => permitted?.has(appCode) ?? true;

const isShown = (tenant: Tenant, appCode: string): boolean =>
  isPermitted(tenant, appCode) || isPresent(tenant.installs.get(appCode));

function shownTo({ installs, permitted }: Tenant, show: 'installed' | 'available' | undefined): OfferFilter {
  const present = [...installs.values()].filter(isPresent).map(({ appCode }) => appCode);
  if (show === 'installed') return { among: present };
  if (show === 'available') return { without: present, ...(permitted ? { among: [...permitted] } : {}) };
  return permitted ? { among: [...new Set([...permitted, ...present])] } : {};
}
