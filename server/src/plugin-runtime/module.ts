import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import { Logger as PluginLoggerToken } from '@platform/plugin-sdk/log';
import { ImServiceLocator, MemberServiceLocator, PayServiceLocator } from '@platform/plugin-sdk/plugin';
import { DATABASE, IDS } from '../data/index.ts';
import { ApplicationCache, CACHE, EVENTS } from '../infra/index.ts';
import { DEFAULT_TENANT, defineModule, deploymentFolders, HTTP, type Module } from '../kernel/index.ts';
import { MESSAGING } from '../messaging/index.ts';
import { ACTIVE_PLUGINS, ActivePlugins } from './active-plugins/active-plugins.ts';
import { APPLICATION_ACCESS } from './application-access.ts';
import { hostCapabilities, standInFor } from './capabilities/host-capabilities.ts';
import { PluginEventRelay } from './events/plugin-event-relay.ts';
import { applicationsAtWork, reportDelay, watchLoopDelay } from './isolation/loop-delay.ts';
import { watchIntrinsics } from './isolation/watch-intrinsics.ts';
import { JOB_EXECUTORS, JobExecutors } from './jobs/job-executors.ts';
import { ApplicationTable } from './lifecycle/application-table.ts';
import { HostPluginRuntime } from './lifecycle/host-plugin-runtime.ts';
import { watchProcessFaults } from './lifecycle/process-faults.ts';
import { CheckedStatements } from './mapper/statement/checked-statements.ts';
import { PLUGIN_RUNTIME } from './plugin-runtime.ts';
import { LoadedApplicationRouter } from './routes/application-router.ts';
import { ApplicationServiceLocator, HostPluginServiceProvider, locatedService } from './services/locators.ts';
import { PluginServices } from './services/plugin-services.ts';

/** Who answered a request so recently may have thrown what names nobody, in milliseconds. */
const AT_WORK_MS = 10_000;

/** Loads the applications when the host is ready, and leads requests to them. */
export const pluginRuntimeModule: Module = defineModule({
  name: 'plugin-runtime',
  depends: ['http', 'data', 'infra', 'messaging'],
  async setup(ctx) {
    const http = ctx.use(HTTP);
    const settings = ctx.config['app-market']['plugin-runtime'];
    const { pluginDir } = deploymentFolders(ctx.config);
    await mkdir(pluginDir, { recursive: true, mode: 0o700 });
    const activePlugins = new ActivePlugins(pluginDir, ({ message, fix }) =>
      ctx.logger.error(message, { fix }),
    );
    const table = new ApplicationTable();
    const access = () => ctx.services.find(APPLICATION_ACCESS);
    const pluginServices = new PluginServices(table, access);
    const tenants = (appCode: string): readonly string[] => access()?.tenants(appCode) ?? [DEFAULT_TENANT];
    const capabilities = hostCapabilities(ctx.services, tenants);
    const intrinsics = watchIntrinsics(table, ctx.logger);
    const runtime = new HostPluginRuntime({
      table,
      activePlugins,
      http,
      logger: ctx.logger,
      loadTimeoutMs: settings['load-timeout-ms'],
      drainTimeoutMs: settings['drain-timeout-ms'],
      cacheUsage: (appCode) => new ApplicationCache(ctx.use(CACHE), appCode).usage(),
      forget: (appCode) => new ApplicationCache(ctx.use(CACHE), appCode).clear(),
      loader: {
        http,
        logger: ctx.logger,
        requestTimeoutMs: settings['request-timeout-ms'],
        holdThresholdMs: settings['hold-threshold-ms'],
        filesDir: resolve(ctx.config.platform['data-dir'], 'app-files'),
        intrinsics,
        tenants,
        messaging: ctx.use(MESSAGING),
        state: (tenantId, appCode) => access()?.state(tenantId, appCode) ?? 'enabled',
        classNames: new WeakMap(),
        mappers: {
          database: ctx.use(DATABASE),
          ids: ctx.use(IDS),
          checked: new CheckedStatements(resolve(ctx.config.platform['data-dir'], 'checked-statements.json')),
        },
        hostServices: (appCode, logger) => ({
          find: (token) => (token === PluginLoggerToken ? logger : capabilities(appCode, token)),
          locate: (target) => standInFor(ctx.services, target) ?? locatedService(target, pluginServices),
        }),
      },
    });
    ctx.provide(ACTIVE_PLUGINS, activePlugins);
    ctx.provide(PLUGIN_RUNTIME, runtime);
    ctx.provide(JOB_EXECUTORS, new JobExecutors(table, () => ctx.services.find(APPLICATION_ACCESS)));
    ctx.provide(PluginServiceProvider, new HostPluginServiceProvider(pluginServices));
    ctx.provide(MemberServiceLocator, new ApplicationServiceLocator(pluginServices, 'member'));
    ctx.provide(PayServiceLocator, new ApplicationServiceLocator(pluginServices, 'pay'));
    ctx.provide(ImServiceLocator, new ApplicationServiceLocator(pluginServices, 'im'));
    http.useApplications(new LoadedApplicationRouter((appCode) => table.get(appCode), access));
    ctx.onDispose(ctx.use(EVENTS).relay(new PluginEventRelay(table, access).receive));
    const claim = (appCode: string, error: unknown): boolean => {
      const application = table.get(appCode);
      application?.parts.faults.record(error);
      return application !== undefined;
    };
    const atWork = () => applicationsAtWork(table, AT_WORK_MS);
    ctx.onDispose(watchProcessFaults(claim, atWork, ctx.logger));
    ctx.onDispose(
      http.guard(() => {
        intrinsics.lookQuickly();
        return undefined;
      }),
    );
    http.useBeforeAnswer(() => intrinsics.lookQuickly());
    // What no request relies on is looked at now and then.
    const watch = setInterval(() => intrinsics.lookAfter(), settings['watch-interval-ms']).unref();
    ctx.onDispose(() => clearInterval(watch));
    ctx.onDispose(
      watchLoopDelay(settings['hold-threshold-ms'], (late) => reportDelay(late, table, ctx.logger)),
    );
    ctx.onDispose(() => runtime.close());
    if (settings.enabled) ctx.onReady(async () => void (await runtime.loadAll()));
  },
});
