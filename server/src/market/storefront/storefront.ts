import type { AppManifest } from '@platform/package-format';
import { PlatformError } from '../../kernel/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import type { MissingDependency } from '../operations/requirements.ts';
import { enabledVersions } from '../operations/enabled.ts';
import type { Placement } from '../placement/placement.ts';
import type { ListedApplication, MarketSource } from '../source/market-source.ts';
import { manifestOf, type AppVersion } from '../versions/version-store.ts';
import { onOffer } from './on-offer.ts';
import { offerState, type OfferState } from './offer.ts';

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
}

/** With what a person looks at before installing. */
export interface OfferDetail extends Offer {
  readonly homepage: string | null;
  readonly versions: ReadonlyArray<Omit<AppVersion, 'manifestJson'>>;
  readonly manifest: AppManifest | null;
}

export interface StorefrontParts {
  readonly source: MarketSource;
  readonly registry: InstallRegistry;
  readonly placement: Placement;
  readonly platformVersion: string;
}

/** The market: listed applications with the tenant's state. (design 2.3) */
export class Storefront {
  readonly #parts: StorefrontParts;

  constructor(parts: StorefrontParts) {
    this.#parts = parts;
  }

  async offers(tenantId: string): Promise<Offer[]> {
    const listed = await this.#parts.source.listed();
    return listed.map((application) => this.#offer(tenantId, application));
  }

  /** @throws APP_NOT_FOUND (404), also for an application that is not listed and not installed */
  async detail(tenantId: string, appCode: string): Promise<OfferDetail> {
    const { registry, source } = this.#parts;
    const listing = await source.listing(appCode);
    const installed = registry.of(tenantId).find((install) => install.appCode === appCode);
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
    return {
      ...this.#offer(tenantId, {
        listing,
        signatureState: latest?.signatureState ?? null,
        needs: latest && manifestOf(latest),
      }),
      homepage: listing.homepage,
      versions: onOffer(all, installed?.version),
      manifest: latest ? manifestOf(latest) : null,
    };
  }

  #offer(tenantId: string, { listing, signatureState, needs }: ListedApplication): Offer {
    const { registry, placement, platformVersion } = this.#parts;
    const install = registry.of(tenantId).find((row) => row.appCode === listing.appCode);
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
      ...offerState({
        install,
        latestVersion,
        needs,
        platformVersion,
        enabled: enabledVersions({ registry, placement }, tenantId),
      }),
      ...(install ? { installId: install.installId, installedVersion: install.version } : {}),
    };
  }
}
