import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EventPublisher } from '@platform/plugin-sdk/core';
import { DATABASE, HOST_ID, IDS, type Database } from '../data/index.ts';
import {
  CLOCK,
  defineModule,
  deploymentFolders,
  HTTP,
  ofPlatformTenant,
  requestContext,
  systemClock,
  type DeploymentFolders,
  type Module,
  type ModuleContext,
  type Route,
} from '../kernel/index.ts';
import { ACTIVE_PLUGINS, APPLICATION_ACCESS, hostPackages, PLUGIN_RUNTIME } from '../plugin-runtime/index.ts';
import { MESSAGING } from '../messaging/index.ts';
import { FRESH_PROOF, MENU_VISIBILITY, MENUS, NOTICE_FEED, STORED_OBJECTS } from '../system/index.ts';
import { catalogRoutes } from './catalog/publisher/catalog-routes.ts';
import { CatalogTokens } from './catalog/publisher/catalog-tokens.ts';
import { PublishedCatalog } from './catalog/publisher/published-catalog.ts';
import { catalogTokenRoutes } from './catalog/publisher/token-routes.ts';
import { TokenStore } from './catalog/publisher/token-store.ts';
import { openCatalog } from './catalog/reader/open-catalog.ts';
import { refuseConsole } from './edition-guard.ts';
import { InstallRegistry } from './installs/install-registry.ts';
import { installRoutes } from './installs/install-routes.ts';
import { InstallStore } from './installs/install-store.ts';
import { reservedNames } from './listing/code-rules.ts';
import { listingRoutes } from './listing/listing-routes.ts';
import { ListingService } from './listing/listing-service.ts';
import { ListingStore } from './listing/listing-store.ts';
import { VersionMenus } from './menus/version-menus.ts';
import { DataRemoval } from './migrations/data-removal.ts';
import { Migrator } from './migrations/migrator.ts';
import { ApplicationOperations } from './operations/application-operations.ts';
import { Backends } from './operations/backends.ts';
import type { Journal } from './operations/journal.ts';
import type { OperationServices } from './operations/services.ts';
import { clearPartials, namesIn } from './placement/files.ts';
import { OperationPlanner } from './operations/plan/operation-planner.ts';
import { planRoutes } from './operations/plan/plan-routes.ts';
import { Placement } from './placement/placement.ts';
import { PlacementRecords } from './placement/placement-records.ts';
import { PLATFORM_VERSION } from './platform-version.ts';
import { applicationRoutes } from './runtime/application-routes.ts';
import { DevelopedRemotes } from './runtime/developed-remotes.ts';
import { developmentRoutes } from './runtime/development-routes.ts';
import { RemoteApps } from './runtime/remote-apps.ts';
import { RuntimeEvents } from './runtime/runtime-events.ts';
import { runtimeRoutes } from './runtime/runtime-routes.ts';
import { readShellModules } from './shell-modules.ts';
import { CatalogSource, type CatalogSourceParts } from './source/catalog-source.ts';
import { LocalSource, type LocalSourceParts } from './source/local-source.ts';
import type { MarketSource } from './source/market-source.ts';
import { OfferedListings } from './source/offered-listings.ts';
import { Storefront } from './storefront/storefront.ts';
import { storefrontRoutes } from './storefront/storefront-routes.ts';
import { startTasks } from './operations/market-tasks.ts';
import { taskRoutes } from './tasks/task-routes.ts';
import type { TaskRunner } from './tasks/task-runner.ts';
import { CodeKeys } from './versions/code-keys.ts';
import { makePackagesPrivate } from './versions/move-packages.ts';
import { PackageInspector } from './versions/package-inspector.ts';
import { PackageRecords } from './versions/package-records.ts';
import { PackageStorage } from './versions/package-storage.ts';
import { PackageUpload } from './versions/package-upload.ts';
import { startUploadSweep } from './versions/upload-sweep.ts';
import { versionRoutes } from './versions/version-routes.ts';
import { SignatureReadiness } from './versions/signature-readiness.ts';
import { TrustedKeys } from './versions/trusted-keys.ts';
import { VersionService } from './versions/version-service.ts';
import { VersionStates } from './versions/version-states.ts';
import { VersionStore } from './versions/version-store.ts';

/** The marketplace: packages, versions, listings, installations, and the tasks that change them. (design 4) */
export const marketModule: Module = defineModule({
  name: 'market',
  depends: ['http', 'data', 'infra', 'system', 'plugin-runtime'],
  async setup(ctx) {
    const http = ctx.use(HTTP);
    if (ctx.config.platform.edition === 'user') ctx.onDispose(http.guard(refuseConsole));
    const paths = deploymentFolders(ctx.config);
    await prepareFolders(paths);
    const developed = ctx.config.platform.development ? new DevelopedRemotes() : undefined;
    const services = await operationServices(ctx, paths, developed);
    const { listings, registry, versions } = services;
    ctx.provide(APPLICATION_ACCESS, registry);
    ctx.provide(MENU_VISIBILITY, {
      visibleApplications: (tenantId) =>
        new Set(registry.enabledIn(tenantId).map((install) => install.appCode)),
      disabledApplications: (tenantId) => new Set(registry.disabledIn(tenantId)),
    });
    const ownerNode = `${ctx.use(HOST_ID)}/${randomUUID()}`;
    const tasks = await startTasks(ctx, services, ownerNode);
    const operations = new ApplicationOperations(services, tasks.runner);
    ctx.onReady(() => unloadDormant(services));

    if (ctx.config.platform.edition === 'publisher') {
      http.routes(publisherRoutes(ctx, services, operations, tasks.runner));
    }
    if (developed) {
      const assertIdle = (appCode: string) => tasks.runner.assertIdle(appCode);
      http.routes(developmentRoutes({ ...services, developed, assertIdle }));
    }
    http.routes([
      ...storefrontRoutes(new Storefront(services), services.source),
      ...installRoutes(
        operations,
        { registry, listings, versions, backends: services.backends },
        ctx.use(FRESH_PROOF),
      ),
      ...planRoutes(new OperationPlanner(services)),
      ...taskRoutes(tasks.store, tasks.watch),
      ...runtimeRoutes({
        remoteApps: services.remoteApps,
        registry,
        events: services.events,
        notices: ctx.services.find(NOTICE_FEED),
      }),
      ...applicationRoutes(ctx.use(PLUGIN_RUNTIME), registry),
    ]);
  },
});

/** What operations work with, and what is shown of it. */
interface MarketServices extends OperationServices {
  readonly offered: OfferedListings;
  readonly remoteApps: RemoteApps;
}

/** The console, and the catalog that user editions read. */
function publisherRoutes(
  ctx: ModuleContext,
  services: MarketServices,
  operations: ApplicationOperations,
  runner: Pick<TaskRunner<Journal>, 'assertIdle'>,
): Route[] {
  const { inspector, listings, registry, storage, tempDir, versions } = services;
  const codeKeys = new CodeKeys(services.database);
  const service = new VersionService({ ...services, codeKeys });
  const listing = new ListingService({
    store: listings,
    versions,
    versionService: service,
    registry,
    reservedNames: () => reservedNames(ctx.use(HTTP).routeTable),
    assertIdle: (appCode) => runner.assertIdle(appCode),
  });
  const proof = ctx.use(FRESH_PROOF);
  const tokens = new CatalogTokens(new TokenStore(services.database, ctx.use(IDS)), clockOf(ctx));
  return [
    ...ofPlatformTenant([
      ...listingRoutes(listing),
      ...versionRoutes({
        proof,
        upload: new PackageUpload(inspector, storage, listings, tempDir),
        service,
        states: new VersionStates({ ...services, codeKeys, clock: clockOf(ctx) }),
        versions,
        operations,
        readiness: new SignatureReadiness(services),
        trustedKeys: new TrustedKeys(ctx.config['app-market'].security, versions),
        appCodeOf: async (appId) => (await listing.get(appId)).appCode,
      }),
      ...catalogTokenRoutes(tokens, proof),
    ]),
    ...catalogRoutes(new PublishedCatalog(services), tokens),
  ];
}

function clockOf(ctx: ModuleContext) {
  return ctx.services.find(CLOCK) ?? systemClock;
}

/** Makes the folders, and clears what an earlier process left of uploads and downloads. */
async function prepareFolders({ pluginDir, frontendDir, tempDir }: DeploymentFolders): Promise<void> {
  for (const folder of [pluginDir, tempDir]) await mkdir(folder, { recursive: true, mode: 0o700 });
  // A web server may serve these.
  await mkdir(frontendDir, { recursive: true });
  await clearPartials(pluginDir);
  for (const name of await namesIn(tempDir)) {
    if (/^(package|task)-/.test(name)) await rm(join(tempDir, name), { recursive: true, force: true });
  }
}

async function operationServices(
  ctx: ModuleContext,
  paths: DeploymentFolders,
  developed: DevelopedRemotes | undefined,
): Promise<MarketServices> {
  const database: Database = ctx.use(DATABASE);
  const ids = ctx.use(IDS);
  const market = ctx.config['app-market'];
  const applicationEvents = ctx.use(EventPublisher);
  const versions = new VersionStore(database, ids);
  const installs = new InstallStore(database, ids, clockOf(ctx));
  const registry = new InstallRegistry(installs);
  const records = new PlacementRecords(paths.pluginDir);
  await records.load();
  const placement = new Placement(paths, records, ctx.use(ACTIVE_PLUGINS));
  const remoteApps = new RemoteApps(registry, placement, versions, developed);
  const listings = new ListingStore(database, ids);
  const offered = new OfferedListings(database);
  const clock = clockOf(ctx);
  const packages = new PackageRecords(database, clock);
  const objects = ctx.use(STORED_OBJECTS);
  const storage = new PackageStorage({ objects, records: packages, clock, logger: ctx.logger });
  const inspector = new PackageInspector(market.security, {
    reservedNames: () => reservedNames(ctx.use(HTTP).routeTable),
    providedPackages: [...hostPackages],
    statements: { dialect: database.dialect, scriptsOf: (appCode) => placement.migrationFolder(appCode) },
    platformVersion: PLATFORM_VERSION,
  });
  await makePackagesPrivate(database, objects, ctx.logger);
  startUploadSweep(ctx, packages, storage);
  return {
    database,
    logger: ctx.logger,
    listings,
    offered,
    versions,
    installs,
    registry,
    source: sourceOf(ctx, { database, listings, offered, versions, installs, storage, inspector }),
    storage,
    inspector,
    placement,
    backends: new Backends(ctx.use(PLUGIN_RUNTIME), placement, market['plugin-runtime'].enabled),
    migrator: new Migrator(database, clockOf(ctx)),
    dataRemoval: new DataRemoval(database, messageRemoval(ctx)),
    menus: new VersionMenus(ctx.use(MENUS), database),
    events: new RuntimeEvents(),
    publish: (tenantId, event) => requestContext.runAs(tenantId, () => applicationEvents.publish(event)),
    tempDir: paths.tempDir,
    platformVersion: PLATFORM_VERSION,
    shell: await readShellModules(ctx.config.frontend.dir),
    anyTenantUpgrades: market['tenant-upgrade'] === 'any',
    changed: () => remoteApps.forget(),
    remoteApps,
  };
}

/** The publisher edition offers what was published on it, the user edition what its catalog offers. (design 4.5) */
function sourceOf(
  ctx: ModuleContext,
  parts: Omit<CatalogSourceParts, 'catalog'> & LocalSourceParts & Pick<OperationServices, 'inspector'>,
): MarketSource {
  if (ctx.config.platform.edition === 'publisher') return new LocalSource(parts);
  const catalog = openCatalog(ctx.config['app-market'].catalog, parts.inspector);
  ctx.onDispose(() => catalog.close());
  return new CatalogSource({ ...parts, catalog });
}

/** What every tenant that has it has disabled need not be loaded. */
async function unloadDormant({ backends, registry }: OperationServices): Promise<void> {
  for (const appCode of registry.dormant()) {
    if (backends.loadedJar(appCode) !== null) await backends.unload(appCode);
  }
}

/** A broker that is away keeps nothing from being removed; what waits there stays. */
function messageRemoval(ctx: ModuleContext): (appCode: string) => Promise<void> {
  return async (appCode) => {
    try {
      await ctx.services.find(MESSAGING)?.removeFamily(appCode);
    } catch (error) {
      ctx.logger.warn('The messages of a removed application stay in their queues', { appCode, error });
    }
  };
}
