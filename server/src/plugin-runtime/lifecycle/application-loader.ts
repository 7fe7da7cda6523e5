import { HttpClient } from '@platform/plugin-sdk/core';
import { Disposer, type HttpService, type Logger, type PlatformError } from '../../kernel/index.ts';
import { PluginHttpClient } from '../capabilities/plugin-http-client.ts';
import { PluginLogger } from '../capabilities/plugin-logger.ts';
import { beanDefinitions } from '../container/bean-definition.ts';
import { resolveBeans, type HostServices } from '../container/bean-graph.ts';
import { Container } from '../container/container.ts';
import { strayDecorators } from '../container/stray-decorators.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { ApplicationState } from '../application-access.ts';
import { ApplicationListeners, type ClassNames } from '../events/application-listeners.ts';
import { collectListeners } from '../events/collect-listeners.ts';
import type { FaultKind } from '../health.ts';
import { ApplicationIsolation } from '../isolation/application-isolation.ts';
import { HoldMeter } from '../isolation/hold-meter.ts';
import { LoopHolds } from '../isolation/loop-holds.ts';
import type { IntrinsicsGuard } from '../isolation/intrinsics-guard.ts';
import { ApplicationJobs } from '../jobs/application-jobs.ts';
import { collectJobs } from '../jobs/collect-jobs.ts';
import { ApplicationConsumers } from '../messages/application-consumers.ts';
import { collectMessageListeners } from '../messages/collect-message-listeners.ts';
import {
  connectMappers,
  mapperStatements,
  prepareStatements,
  type MapperEngines,
} from '../mapper/connect-mappers.ts';
import { evaluateClasses } from '../modules/evaluate.ts';
import { ModuleCache } from '../modules/module-cache.ts';
import { SourceMaps } from '../modules/source-maps.ts';
import { TimerScope } from '../modules/timer-scope.ts';
import type { ModuleHold, SkippedClass } from '../plugin-runtime.ts';
import { collectRoutes } from '../routes/collect-routes.ts';
import { collectSchedules } from '../schedules/collect-schedules.ts';
import { Schedules } from '../schedules/schedules.ts';
import { offeredServices } from '../services/offered-services.ts';
import { ServiceCalls } from '../services/service-calls.ts';
import { Faults } from './faults.ts';
import { inSources, refuseIf } from './finding.ts';
import { LoadedApplication } from './loaded-application.ts';
import type { LoadedSiblings } from './loaded-siblings.ts';
import type { ApplicationSource } from './read-application.ts';
import type { LoadStages } from './stages.ts';

/** What the host gives to every load. */
export interface LoaderServices {
  readonly http: HttpService;
  readonly logger: Logger;
  readonly requestTimeoutMs: number;
  /** How long an application may keep the event loop to itself. */
  readonly holdThresholdMs: number;
  /** Holds a folder for each application that may use files. */
  readonly filesDir: string;
  readonly intrinsics: IntrinsicsGuard;
  readonly mappers: MapperEngines;
  readonly classNames: ClassNames;
  readonly messaging: Messaging;
  /** What an application is to a tenant. */
  state(tenantId: string, appCode: string): ApplicationState;
  /** Tenants that have an application enabled. */
  tenants(appCode: string): readonly string[];
  /** Capabilities of the host for one application. */
  hostServices(appCode: string, logger: PluginLogger): HostServices;
}

/**
 * Brings one version of an application up to the point where it could serve; nothing leads to it yet. A failure takes
 * back what was made. (design 3.3, 9.4-16)
 */
export async function prepareApplication(
  source: ApplicationSource,
  siblings: LoadedSiblings,
  services: LoaderServices,
  stages: LoadStages,
): Promise<LoadedApplication> {
  const { appCode, jar, index } = source;
  const { version } = index;
  const maps = new SourceMaps(jar);
  const logger = new PluginLogger(services.logger.child({ appCode, logger: `app.${appCode}` }), maps);
  const faults = new Faults(logger, maps);
  const holds = new LoopHolds();
  const meter = new HoldMeter(services.holdThresholdMs, faults, holds, () =>
    services.intrinsics.lookQuickly(source),
  );
  const timers = new TimerScope(appCode, faults.of('timer', 'An error in a timer'), meter);
  const { permissions = {} } = index;
  const isolation = new ApplicationIsolation({
    appCode,
    permissions,
    dataDir: services.filesDir,
    logger,
    timers,
    onFault: faults.record,
  });
  const closeOpen = (): void => {
    timers.close();
    isolation.close();
  };
  const disposer = new Disposer();
  stages.signal.addEventListener('abort', closeOpen, { once: true });
  let container: Container | undefined;
  /** Runs code of the application that may not change what all share. */
  const guarded = <T>(work: () => T): T => {
    const { result, findings } = services.intrinsics.whileIn(source, work);
    refuseIf(findings);
    return result;
  };
  try {
    const cache = new ModuleCache({ appCode, version, jar, isolation, siblings });
    const { classes, skipped, leftOut } = await stages.run('evaluate', async () => {
      const evaluate = () =>
        evaluateClasses(
          index,
          cache,
          maps,
          siblings,
          (piece) => services.intrinsics.whileIn(source, piece).findings,
          stages.signal,
        );
      const { result, findings } = await services.intrinsics.whileBeside(source, evaluate, stages.signal);
      refuseIf(findings);
      return result;
    });
    for (const { name, type } of classes) services.classNames.set(type, name);
    warnOfSkipped(logger, skipped);
    warnOfHolds(logger, cache.holds);
    const { beans, jobs, listeners, schedules, consumers, statements } = await stages.run(
      'container',
      async () => {
        const { dialect } = services.mappers.database;
        const xml = await mapperStatements(index, { appCode, jar, classes, logger }, dialect);
        const mappers = connectMappers(classes, xml, logger, services.mappers);
        const definitions = beanDefinitions(classes);
        refuseIf(strayDecorators(classes, definitions));
        const nodes = resolveBeans(definitions, {
          host: withHttpClient(services.hostServices(appCode, logger), isolation),
          siblings,
          nameOf: (type) => services.classNames.get(type),
        });
        const made = new Container(nodes, stages.limitMs);
        stages.waitingFor = () => made.waitingFor;
        guarded(() => made.construct(mappers.connect));
        mappers.finish();
        const methods = collectSchedules(made.beans);
        const tenants = (): readonly string[] => services.tenants(appCode);
        return {
          statements: xml,
          beans: made,
          listeners: collectListeners(made.beans),
          consumers: new ApplicationConsumers({
            appCode,
            handlers: collectMessageListeners(appCode, made.beans, (queue) =>
              services.messaging.mayListen(appCode, queue),
            ),
            messaging: services.messaging,
            logger,
            stateFor: (tenantId) => services.state(tenantId, appCode),
            onFault: (error, what) => faults.record(error, what, 'message'),
          }),
          jobs: new ApplicationJobs(collectJobs(made.beans), maps),
          schedules: new Schedules({
            appCode,
            methods,
            logger,
            tenants,
            onFault: faults.of('schedule'),
            meter,
          }),
        };
      },
    );
    container = beans;
    await stages.run('statements', () =>
      prepareStatements(index, statements, { appCode, jar, logger }, services.mappers),
    );
    await stages.run('init', async () => {
      await consumers.declare();
      if (!beans.hasInit) return beans.init();
      const { findings } = await services.intrinsics.whileBeside(source, () => beans.init(), stages.signal);
      refuseIf(findings);
    });
    const { instance, routes } = await stages.run('routes', async () => {
      const collected = collectRoutes(appCode, beans.beans, meter);
      const made = await services.http.createInstance({
        title: appCode,
        version,
        routes: collected.map(({ route }) => route),
        logger,
        timeLimit: services.requestTimeoutMs,
        onFailure: (error) => faults.count(error.cause ?? error, failureKind(error)),
      });
      disposer.add(() => made.close());
      await made.ready();
      return { instance: made, routes: collected.map(({ description }) => description) };
    });
    return new LoadedApplication({
      source,
      main: index.main === null ? undefined : cache.load(index.main),
      leftOut,
      container: beans,
      instance,
      listeners: new ApplicationListeners(appCode, listeners, faults, services.classNames),
      timers,
      isolation,
      faults,
      holds,
      schedules,
      consumers,
      jobs,
      services: offeredServices(beans.beans),
      calls: new ServiceCalls(),
      routes,
      skipped,
      moduleHolds: cache.holds,
      disposer,
    });
  } catch (error) {
    const failures = (await container?.dispose()) ?? [];
    closeOpen();
    await disposer.dispose().catch((failure: unknown) => failures.push(failure));
    for (const failure of failures) logger.warn('Taking a failed load back met an error', { error: failure });
    throw inSources(error, (inner) => maps.mapError(inner));
  }
}

/** `HttpClient` belongs to a load: it reaches what the version's permissions allow, and ends with it. */
function withHttpClient(host: HostServices, isolation: ApplicationIsolation): HostServices {
  const client = new PluginHttpClient(isolation.globals['fetch'] as typeof fetch);
  return { ...host, find: (token) => host.find(token) ?? (token === HttpClient ? client : undefined) };
}

const failureKind = ({ code }: PlatformError): FaultKind =>
  code === 'PLUGIN_TIMEOUT' ? 'timeout' : 'handler';

/** One line for each missing package. (spec: Errors) */
function warnOfSkipped(logger: Logger, skipped: readonly SkippedClass[]): void {
  for (const [missing, classes] of Map.groupBy(skipped, (entry) => entry.missing)) {
    const names = classes.map(({ name }) => name);
    logger.warn(`The package ${missing} is missing on this host; left out: ${names.join(', ')}`, {
      missing,
      classes: names,
    });
  }
}

function warnOfHolds(logger: Logger, holds: readonly ModuleHold[]): void {
  for (const { module, durationMs } of holds) {
    logger.warn(`${module} held the event loop for ${durationMs} ms while it was evaluated`, {
      module,
      durationMs,
    });
  }
}
