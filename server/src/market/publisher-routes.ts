import { IDS } from '../data/index.ts';
import { HTTP, ofPlatformTenant, type ModuleContext, type Route } from '../kernel/index.ts';
import { Edits, FRESH_PROOF, RIGHTS_LOG } from '../system/index.ts';
import { catalogRoutes } from './api/catalog-routes.ts';
import { catalogTokenRoutes } from './api/catalog-token-routes.ts';
import { listingRoutes } from './api/listing-routes.ts';
import { versionRoutes } from './api/version-routes.ts';
import type { MarketParts } from './compose-parts.ts';
import type { ApplicationOperations } from './operations/application-operations.ts';
import type { OperationPlanner } from './operations/plan/operation-planner.ts';
import { TrustedKeys } from './packages/trusted-keys.ts';
import { reservedNames } from './publishing/application-code.ts';
import { CatalogTokens } from './publishing/catalog-tokens.ts';
import { CodeKeys } from './publishing/code-keys.ts';
import { ListingService } from './publishing/listing-service.ts';
import { PackageUpload } from './publishing/package-upload.ts';
import { PublishedCatalog } from './publishing/published-catalog.ts';
import { SignatureReadiness } from './publishing/signature-readiness.ts';
import { VersionService } from './publishing/version-service.ts';
import { VersionStates } from './publishing/version-states.ts';
import { CatalogTokenStore } from './records/catalog-token-store.ts';

/** Routes of the publisher edition: the console, and the catalog that user editions read. */
export function publisherRoutes(
  ctx: ModuleContext,
  parts: MarketParts,
  operations: ApplicationOperations,
  planner: OperationPlanner,
  assertIdle: (appCode: string) => Promise<void>,
): Route[] {
  const { clock, database, inspector, listings, registry, storage, tempDir, versions } = parts;
  const codeKeys = new CodeKeys(database);
  const service = new VersionService({ ...parts, codeKeys });
  const listing = new ListingService({
    store: listings,
    versions,
    versionService: service,
    registry,
    edits: new Edits(database, clock),
    reservedNames: () => reservedNames(ctx.use(HTTP).routeTable),
    assertIdle,
  });
  const proof = ctx.use(FRESH_PROOF);
  const tokens = new CatalogTokens(new CatalogTokenStore(database, ctx.use(IDS), ctx.use(RIGHTS_LOG)), clock);
  return [
    ...ofPlatformTenant([
      ...listingRoutes(listing),
      ...versionRoutes({
        proof,
        upload: new PackageUpload(inspector, storage, listings, tempDir),
        service,
        states: new VersionStates({ database, clock, listings, versions, codeKeys }),
        versions,
        operations,
        planner,
        readiness: new SignatureReadiness(parts),
        trustedKeys: new TrustedKeys(ctx.config['app-market'].security, versions),
        appCodeOf: async (appId) => (await listing.get(appId)).appCode,
      }),
      ...catalogTokenRoutes(tokens, proof),
    ]),
    ...catalogRoutes(new PublishedCatalog(parts), tokens),
  ];
}
