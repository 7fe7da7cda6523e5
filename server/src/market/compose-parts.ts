import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EventPublisher } from '@platform/plugin-sdk/core';
import { DATABASE, type Database, HOST_RELEASE, IDS, STORED_SECRETS, THIS_RELEASE } from '../data/index.ts';
import { CLUSTER_BUS } from '../infra/index.ts';
import {
  aloneWorker,
  CLOCK,
  deploymentFolders,
  HTTP,
  REMOTE_FILES,
  requestContext,
  systemClock,
  THIS_WORKER,
  type Clock,
  type DeploymentFolders,
  type Logger,
  type ModuleContext,
  PLATFORM_VERSION,
} from '../kernel/index.ts';
import { MESSAGING } from '../messaging/index.ts';
import { ACTIVE_PLUGINS, hostPackages, PLUGIN_RUNTIME } from '../plugin-runtime/index.ts';
import { MENUS, STORED_OBJECTS, TENANT_PACKAGE, type TenantPackage } from '../system/index.ts';
import { DataRemoval } from './database/data-removal.ts';
import { Migrator } from './database/migrator.ts';
import { clearPartials, namesIn } from './disk/files.ts';
import { PlacementRecords } from './disk/placement-records.ts';
import { Placement } from './disk/placement.ts';
import { PreparedPlans } from './disk/prepared-plans.ts';
import { makePackagesPrivate } from './packages/make-packages-private.ts';
import { PackageInspector } from './packages/package-inspector.ts';
import { PackageStorage } from './packages/package-storage.ts';
import { startUploadSweep } from './packages/upload-sweep.ts';
import { reservedNames } from './publishing/application-code.ts';
import { DesiredCommits } from './records/desired-commits.ts';
import { DesiredStore } from './records/desired-store.ts';
import { InstallRegistry } from './records/install-registry.ts';
import { InstallStore } from './records/install-store.ts';
import { ListingStore } from './records/listing-store.ts';
import { PackageRecords } from './records/package-records.ts';
import { PhaseStore } from './records/phase-store.ts';
import { VersionMenus } from './records/version-menus.ts';
import { VersionStore } from './records/version-store.ts';
import { Compatibility } from './requirements/compatibility.ts';
import { Dependents } from './requirements/dependents.ts';
import { EnabledApplications } from './requirements/enabled-applications.ts';
import { readShellModules } from './requirements/shell-modules.ts';
import type { PublishEvent } from './runtime/application-events.ts';
import { Backends } from './runtime/backends.ts';
import { DevelopedRemotes } from './runtime/developed-remotes.ts';
import { FrontendFiles } from './runtime/frontend-files.ts';
import { RemoteApps } from './runtime/remote-apps.ts';
import { APPS_TOPIC, RuntimeEvents } from './runtime/runtime-events.ts';
import { CatalogSource, type CatalogSourceParts } from './source/catalog-source.ts';
import { openCatalog } from './source/catalog/open-catalog.ts';
import { LocalSource, type LocalSourceParts } from './source/local-source.ts';
import type { MarketSource } from './source/market-source.ts';
import { OfferedListings } from './source/offered-listings.ts';

/** Every service of the market, created once. Consumers receive only those they name. */
export interface MarketParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tempDir: string;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly installs: InstallStore;
  readonly registry: InstallRegistry;
  readonly tenants: TenantPackage;
  readonly desired: DesiredStore;
  readonly desiredCommits: DesiredCommits;
  readonly phases: PhaseStore;
  readonly preparedPlans: PreparedPlans;
  readonly menus: VersionMenus;
  readonly storage: PackageStorage;
  readonly inspector: PackageInspector;
  readonly placement: Placement;
  readonly migrator: Migrator;
  readonly dataRemoval: DataRemoval;
  readonly enabled: EnabledApplications;
  readonly dependents: Dependents;
  readonly compatibility: Compatibility;
  readonly offered: OfferedListings;
  readonly source: MarketSource;
  readonly backends: Backends;
  readonly remoteApps: RemoteApps;
  /** Undefined on a host that is not for development. */
  readonly developed: DevelopedRemotes | undefined;
  readonly events: RuntimeEvents;
  readonly publish: PublishEvent;
}

export async function composeParts(ctx: ModuleContext): Promise<MarketParts> {
  const { logger } = ctx;
  const paths = deploymentFolders(ctx.config);
  const { living } = ctx.services.find(THIS_WORKER) ?? aloneWorker();
  const isShared = living().size > 1;
  await prepareFolders(paths, isShared);
  const database = ctx.use(DATABASE);
  const ids = ctx.use(IDS);
  const clock = ctx.services.find(CLOCK) ?? systemClock;
  const market = ctx.config['app-market'];

  const listings = new ListingStore(database, ids);
  const versions = new VersionStore(database, ids);
  const installs = new InstallStore(database, ids, clock);
  const bus = ctx.use(CLUSTER_BUS);
  const registry = new InstallRegistry(installs, () => bus.publish(APPS_TOPIC, null));

  const placementRecords = new PlacementRecords(paths.pluginDir);
  await placementRecords.load(isShared);
  const placement = new Placement(paths, placementRecords, ctx.use(ACTIVE_PLUGINS));

  const packageRecords = new PackageRecords(database, clock);
  const objects = ctx.use(STORED_OBJECTS);
  const storage = new PackageStorage({ objects, records: packageRecords, clock, logger });
  const inspector = new PackageInspector(market.security, {
    reservedNames: () => reservedNames(ctx.use(HTTP).routeTable),
    providedPackages: [...hostPackages],
    statements: { dialect: database.dialect, scriptsOf: (appCode) => placement.migrationFolder(appCode) },
    platformVersion: PLATFORM_VERSION,
  });
  await makePackagesPrivate(database, objects, logger);
  startUploadSweep(ctx, packageRecords, storage);

  const enabled = new EnabledApplications(registry, placement, versions);
  const shell = await readShellModules(ctx.config.frontend.dir);
  const developed = ctx.config.platform.development ? new DevelopedRemotes(bus) : undefined;
  const backends = new Backends(ctx.use(PLUGIN_RUNTIME), placement, market['plugin-runtime'].enabled);
  const keptOut = (appCode: string): boolean => backends.quarantined(appCode);
  const remoteApps = new RemoteApps(registry, placement, versions, developed, keptOut);
  registry.onRefresh(() => remoteApps.forget());
  if (developed) ctx.onDispose(developed.follow(() => remoteApps.forget()));
  const { frontendDir, tempDir } = paths;
  ctx.provide(
    REMOTE_FILES,
    new FrontendFiles({ frontendDir, tempDir, placement, registry, versions, storage, logger }),
  );
  const offered = new OfferedListings(database);
  const applicationEvents = ctx.use(EventPublisher);
  const events = new RuntimeEvents(bus);
  const { desiredFormat } = ctx.services.find(HOST_RELEASE) ?? THIS_RELEASE;
  const desired = new DesiredStore(database, desiredFormat);
  return {
    database,
    clock,
    logger,
    tempDir: paths.tempDir,
    listings,
    versions,
    installs,
    registry,
    tenants: ctx.use(TENANT_PACKAGE),
    desired,
    desiredCommits: new DesiredCommits({ store: desired, installs, versions, placement }),
    phases: new PhaseStore(database, bus),
    preparedPlans: new PreparedPlans(paths.pluginDir),
    menus: new VersionMenus(ctx.use(MENUS), database),
    storage,
    inspector,
    placement,
    migrator: new Migrator(database, clock, () => ctx.use(STORED_SECRETS).seal()),
    dataRemoval: new DataRemoval(database, messageRemoval(ctx)),
    enabled,
    dependents: new Dependents(enabled),
    compatibility: new Compatibility(PLATFORM_VERSION, shell, enabled),
    offered,
    source: openSource(ctx, { database, listings, offered, versions, installs, storage, inspector }),
    backends,
    remoteApps,
    developed,
    events,
    publish: (tenantId, event) => requestContext.runAs(tenantId, () => applicationEvents.publish(event)),
  };
}

/**
 * Creates the folders, and clears uploads, downloads and dumps that an earlier process left.
 *
 * @param isShared another worker may run some
 */
async function prepareFolders(
  { pluginDir, frontendDir, tempDir }: DeploymentFolders,
  isShared: boolean,
): Promise<void> {
  for (const folder of [pluginDir, tempDir]) await mkdir(folder, { recursive: true, mode: 0o700 });
  // A web server may serve this folder, so it keeps the default mode.
  await mkdir(frontendDir, { recursive: true });
  if (isShared) return;
  await clearPartials(pluginDir);
  for (const name of await namesIn(tempDir)) {
    if (/^(package|task|heap)-/.test(name)) await rm(join(tempDir, name), { recursive: true, force: true });
  }
}

/**
 * The publisher edition offers its own versions, the user edition those of its catalog. (design
 * 4.5)
 */
function openSource(
  ctx: ModuleContext,
  parts: Omit<CatalogSourceParts, 'catalog'> & LocalSourceParts & Pick<MarketParts, 'inspector'>,
): MarketSource {
  if (ctx.config.platform.edition === 'publisher') return new LocalSource(parts);
  const catalog = openCatalog(ctx.config['app-market'].catalog, parts.inspector);
  ctx.onDispose(() => catalog.close());
  return new CatalogSource({ ...parts, catalog });
}

/** An unreachable broker must not block an uninstall; its messages then stay. */
function messageRemoval(ctx: ModuleContext): (appCode: string) => Promise<void> {
  return async (appCode) => {
    try {
      await ctx.services.find(MESSAGING)?.removeFamily(appCode);
    } catch (error) {
      ctx.logger.warn('The messages of an uninstalled application stay in their queues', { appCode, error });
    }
  };
}
