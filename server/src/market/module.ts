import { DATABASE } from '../data/index.ts';
import { defineModule, deploymentFolders, HTTP, type Module } from '../kernel/index.ts';
import { APPLICATION_ACCESS, PLUGIN_RUNTIME } from '../plugin-runtime/index.ts';
import { FRESH_PROOF, MENU_VISIBILITY, NOTICE_FEED } from '../system/index.ts';
import { applicationRoutes } from './api/application-routes.ts';
import { developmentRoutes } from './api/development-routes.ts';
import { refuseConsole } from './api/edition-guard.ts';
import { installRoutes } from './api/install-routes.ts';
import { planRoutes } from './api/plan-routes.ts';
import { runtimeRoutes } from './api/runtime-routes.ts';
import { storefrontRoutes } from './api/storefront-routes.ts';
import { taskRoutes } from './api/task-routes.ts';
import { composeOperations } from './compose-operations.ts';
import { composeParts, type MarketParts } from './compose-parts.ts';
import { ApplicationOperations } from './operations/application-operations.ts';
import { followReleases } from './follow-releases.ts';
import { LoadAgain } from './operations/load-again.ts';
import { OperationPlanner } from './operations/plan/operation-planner.ts';
import { publisherRoutes } from './publisher-routes.ts';
import { DictionaryUses } from './runtime/dictionary-uses.ts';
import { startConvergence, type FollowingHosts } from './start-convergence.ts';
import { startTasks } from './start-tasks.ts';
import { Storefront } from './storefront/storefront.ts';

/** The marketplace: packages, versions, listings, installations and their tasks. (design 4) */
export const marketModule: Module = defineModule({
  name: 'market',
  depends: ['http', 'data', 'infra', 'cluster', 'system', 'plugin-runtime'],
  async setup(ctx) {
    const http = ctx.use(HTTP);
    const market = ctx.config['app-market'];
    if (ctx.config.platform.edition === 'user') ctx.onDispose(http.guard(refuseConsole));
    const parts = await composeParts(ctx);
    const { backends, developed, events, listings, placement, registry, remoteApps, versions } = parts;
    ctx.provide(APPLICATION_ACCESS, registry);
    ctx.provide(MENU_VISIBILITY, {
      visibleApplications: (tenantId) =>
        new Set(registry.enabledIn(tenantId).map((install) => install.appCode)),
      disabledApplications: (tenantId) => new Set(registry.disabledIn(tenantId)),
    });
    const others: { hosts?: FollowingHosts } = {};
    const tasks = await startTasks(
      ctx,
      parts,
      async (appCode, task) => {
        const reports = await others.hosts?.reports.of(appCode, task);
        return reports ? { hosts: reports } : {};
      },
      async (appCode) => others.hosts?.release(appCode),
    );
    ctx.onReady(() => unloadDormant(parts));
    others.hosts = await startConvergence(ctx, parts, tasks.runner);
    const composed = composeOperations(parts, market['tenant-upgrade'] === 'any', others.hosts);
    const operations = new ApplicationOperations(composed.operations, tasks.runner);
    const planner = new OperationPlanner(composed.planner);
    const assertIdle = (appCode: string): Promise<void> => tasks.runner.assertIdle(appCode);

    if (ctx.config.platform.edition === 'publisher') {
      http.routes(publisherRoutes(ctx, parts, operations, planner, assertIdle));
    }
    if (developed) http.routes(developmentRoutes({ ...parts, developed, assertIdle }));
    http.routes([
      ...storefrontRoutes(new Storefront(parts), parts.source),
      ...installRoutes(operations, { registry, listings, versions, backends }, ctx.use(FRESH_PROOF)),
      ...planRoutes(planner),
      ...taskRoutes(tasks.store, tasks.watch),
      ...runtimeRoutes({ remoteApps, registry, events, notices: ctx.services.find(NOTICE_FEED) }),
      ...applicationRoutes(
        ctx.use(PLUGIN_RUNTIME),
        registry,
        new LoadAgain({
          ...parts,
          sharedCode: composed.sharedCode,
          assertIdle,
          tellOthers: followReleases(ctx, parts),
        }),
        ctx.use(DATABASE),
        versions,
        new DictionaryUses({ frontendDir: deploymentFolders(ctx.config).frontendDir, placement, registry }),
      ),
    ]);
  },
});

/**
 * Unloads applications that every tenant has disabled; the runtime loads all placed ones at start.
 */
async function unloadDormant({ backends, registry }: MarketParts): Promise<void> {
  for (const appCode of registry.dormant()) {
    if (backends.loadedJar(appCode) !== null) await backends.unload(appCode);
  }
}
