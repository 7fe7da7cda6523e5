import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PluginServiceProvider } from '@platform/plugin-sdk/host';
import { Logger as PluginLoggerToken } from '@platform/plugin-sdk/log';
import { ImServiceLocator, MemberServiceLocator, PayServiceLocator } from '@platform/plugin-sdk/plugin';
import { DATABASE, HOST_ID, hostIdOf, IDS, MACHINE_ID, MACHINE_LOCK, ROW_REACHES } from '../data/index.ts';
import { ApplicationCache, CACHE, EVENTS } from '../infra/index.ts';
import {
  DEFAULT_TENANT,
  defineModule,
  deploymentFolders,
  HTTP,
  requestContext,
  type Module,
  type RequestContext,
} from '../kernel/index.ts';
import { MESSAGING } from '../messaging/index.ts';
import { ACTIVE_PLUGINS, ActivePlugins } from './active-plugins/active-plugins.ts';
import { findEffectiveJars } from './active-plugins/effective-jars.ts';
import { parseJarName } from './active-plugins/jar-name.ts';
import { APPLICATION_ACCESS } from './contract/application-access.ts';
import { LogLimits } from './capabilities/log-limits.ts';
import { hostCapabilities, standInFor } from './capabilities/host-capabilities.ts';
import { PluginEventRelay } from './events/plugin-event-relay.ts';
import { applicationsAtWork, reportDelay, watchLoopDelay } from './isolation/event-loop/loop-delay.ts';
import { watchIntrinsics } from './isolation/intrinsics/watch-intrinsics.ts';
import { JOB_EXECUTORS, JobExecutors } from './jobs/job-executors.ts';
import { ApplicationTable } from './contract/application-table.ts';
import { INCIDENTS, Incidents } from './contract/incidents.ts';
import { LOAD_LISTENER, LOAD_MARKS, LoadMarks } from './contract/load-marks.ts';
import { QUARANTINE } from './contract/quarantine.ts';
import { FORMER_INCIDENTS, factsOf } from './lifecycle/former-incidents.ts';
import { HostPluginRuntime } from './lifecycle/host-plugin-runtime.ts';
import { RUNTIME_COUNTS, RuntimeCounts } from './lifecycle/runtime-counts.ts';
import { watchUncaughtErrors } from './lifecycle/uncaught-errors.ts';
import { STATEMENT_TIMES, StatementTimes } from './mapper/statement-times.ts';
import { StatementCheckCache } from './mapper/statement/statement-check-cache.ts';
import { PLUGIN_RUNTIME } from './contract/plugin-runtime.ts';
import { APPLICATION_THREADS, ApplicationThreads } from './contract/application-threads.ts';
import { RECENT_WORK, RecentWork } from './contract/recent-work.ts';
import type { LoadedApplication } from './loading/loaded-application.ts';
import { LoadedApplicationRouter } from './routes/application-router.ts';
import {
  ApplicationServiceLocator,
  HostPluginServiceProvider,
  locatedService,
} from './services/service-locators.ts';
import { PluginServices } from './services/plugin-services.ts';

/** An application that answered within this time may have thrown an error without an origin. */
const AT_WORK_MS = 10_000;

/** Loads the applications once the host is ready, and routes requests to them. */
export const pluginRuntimeModule: Module = defineModule({
  name: 'plugin-runtime',
  depends: ['http', 'data', 'infra', 'messaging'],
  async setup(ctx) {
    const http = ctx.use(HTTP);
    const settings = ctx.config['app-market']['plugin-runtime'];
    const { pluginDir } = deploymentFolders(ctx.config);
    await mkdir(pluginDir, { recursive: true, mode: 0o700 });
    const files = ctx.use(MACHINE_LOCK);
    const activePlugins = new ActivePlugins(
      pluginDir,
      ({ message, fix }) => ctx.logger.error(message, { fix }),
      (work) => files.exclusively(work),
    );
    const table = new ApplicationTable<LoadedApplication>();
    const access = () => ctx.services.find(APPLICATION_ACCESS);
    const pluginServices = new PluginServices(table, access);
    const tenants = (appCode: string): readonly string[] => access()?.tenants(appCode) ?? [DEFAULT_TENANT];
    const capabilities = hostCapabilities(ctx.services, tenants);
    const times = new StatementTimes();
    const logLimits = new LogLimits(ctx.config.logging);
    const counts = new RuntimeCounts(logLimits);
    // Incidents of an ended process come before anything is loaded.
    const placed = (await findEffectiveJars(activePlugins)).effective;
    const marks = new LoadMarks(
      resolve(ctx.config.platform['data-dir'], 'load-marks'),
      ctx.logger,
      ctx.services.find(LOAD_LISTENER),
    );
    const intrinsics = watchIntrinsics(table, ctx.logger, (appCode) => {
      const version = table.get(appCode)?.version;
      if (version !== undefined && !marks.has(appCode)) marks.enter(appCode, version);
    });
    const threads = new ApplicationThreads();
    const recentWork = new RecentWork(() => applicationsAtWork(table.serving, 0));
    const incidents = new Incidents({
      host: ctx.use(HOST_ID),
      versionOf: (appCode) => table.get(appCode)?.version ?? parseJarName(placed.get(appCode) ?? '')?.version,
      loadsOf: (pid) => marks.take(pid),
    });
    const runtime = new HostPluginRuntime({
      table,
      activePlugins,
      http,
      logger: ctx.logger,
      counts,
      marks,
      quarantine: () => ctx.services.find(QUARANTINE),
      loadTimeoutMs: settings['load-timeout-ms'],
      drainTimeoutMs: settings['drain-timeout-ms'],
      cacheUsage: (appCode) => new ApplicationCache(ctx.use(CACHE), appCode).usage(),
      forget: (appCode) => new ApplicationCache(ctx.use(CACHE), appCode).clear(),
      loader: {
        http,
        logger: ctx.logger,
        logLimits,
        requestTimeoutMs: settings['request-timeout-ms'],
        holdThresholdMs: settings['hold-threshold-ms'],
        filesDir: resolve(ctx.config.platform['data-dir'], 'app-files'),
        intrinsics,
        recentWork,
        threads,
        tenants,
        messaging: ctx.use(MESSAGING),
        state: (tenantId, appCode) => access()?.state(tenantId, appCode) ?? 'enabled',
        classNames: new WeakMap(),
        mappers: {
          database: ctx.use(DATABASE),
          ids: ctx.use(IDS),
          checked: new StatementCheckCache(
            resolve(ctx.config.platform['data-dir'], 'checked-statements.json'),
          ),
          times,
          reachOfCaller: async () => ctx.services.find(ROW_REACHES)?.ofCaller(),
        },
        hostServices: (appCode, logger) => ({
          find: (token) => (token === PluginLoggerToken ? logger : capabilities(appCode, token)),
          locate: (target) => standInFor(ctx.services, target) ?? locatedService(target, pluginServices),
        }),
      },
    });
    ctx.provide(ACTIVE_PLUGINS, activePlugins);
    ctx.provide(PLUGIN_RUNTIME, runtime);
    ctx.provide(STATEMENT_TIMES, times);
    ctx.provide(RUNTIME_COUNTS, counts);
    ctx.provide(INCIDENTS, incidents);
    ctx.provide(LOAD_MARKS, marks);
    ctx.provide(RECENT_WORK, recentWork);
    ctx.provide(APPLICATION_THREADS, threads);
    ctx.provide(JOB_EXECUTORS, new JobExecutors(table, () => ctx.services.find(APPLICATION_ACCESS)));
    ctx.provide(PluginServiceProvider, new HostPluginServiceProvider(pluginServices));
    ctx.provide(MemberServiceLocator, new ApplicationServiceLocator(pluginServices, 'member'));
    ctx.provide(PayServiceLocator, new ApplicationServiceLocator(pluginServices, 'pay'));
    ctx.provide(ImServiceLocator, new ApplicationServiceLocator(pluginServices, 'im'));
    http.useApplications(
      new LoadedApplicationRouter(
        (appCode) => table.get(appCode),
        access,
        (appCode) => table.keptOut(appCode),
      ),
    );
    ctx.onDispose(ctx.use(EVENTS).relay(new PluginEventRelay(table, access).receive));
    const claim = (appCode: string, error: unknown): boolean => {
      const application = table.get(appCode);
      const place = application?.parts.faults.record(error).place;
      incidents.record({
        kind: 'uncaught',
        what: error,
        application: appCode,
        place,
        requestId: requestOf(requestContext.current()),
      });
      return application !== undefined;
    };
    const atWork = () => applicationsAtWork(table.serving, AT_WORK_MS);
    ctx.onDispose(
      watchUncaughtErrors(claim, atWork, ctx.logger, (error, suspects) =>
        incidents.record({ kind: 'stray', what: error, suspects }),
      ),
    );
    ctx.onDispose(
      http.guard(() => {
        intrinsics.checkQuickly();
        return undefined;
      }),
    );
    http.useBeforeAnswer(() => intrinsics.checkQuickly());
    // Built-ins off the request path are checked on a timer. (docs/security.md)
    const watch = setInterval(() => intrinsics.checkNow(), settings['watch-interval-ms']).unref();
    ctx.onDispose(() => clearInterval(watch));
    ctx.onDispose(
      watchLoopDelay(settings['hold-threshold-ms'], (delay) => {
        const { durationMs, isAnnounced } = delay;
        if (isAnnounced) {
          ctx.logger.warn(`The event loop was blocked for ${durationMs} ms by long work of the host`);
          return;
        }
        const { applications, certain, what } = reportDelay(delay, table.serving, ctx.logger);
        incidents.record({
          kind: 'hold',
          what: `The event loop was blocked for ${durationMs} ms.`,
          application: certain ? applications[0] : undefined,
          function: what,
          durationMs,
          suspects: applications,
        });
      }),
    );
    ctx.onDispose(() => runtime.close());
    for (const former of ctx.services.find(FORMER_INCIDENTS) ?? [])
      incidents.record({
        ...(await factsOf(former, activePlugins)),
        host: hostIdOf(ctx.use(MACHINE_ID), former.worker),
      });
    if (settings.enabled) ctx.onReady(async () => void (await runtime.loadAll()));
  },
});

/** The in-flight request; background work of an application has none. */
const requestOf = (context: RequestContext | undefined): string | undefined =>
  context?.user || context?.remoteAddress ? context.requestId : undefined;
