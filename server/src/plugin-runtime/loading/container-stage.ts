import { HttpClient } from '@platform/plugin-sdk/core';
import { PluginHttpClient } from '../capabilities/plugin-http-client.ts';
import { beanDefinitions } from '../container/bean-definition.ts';
import { resolveBeans, type HostServices } from '../container/bean-graph.ts';
import { Container, type Bean } from '../container/container.ts';
import { strayDecorators } from '../container/stray-decorators.ts';
import { refuseIf } from '../contract/load-finding.ts';
import { collectListeners } from '../events/collect-listeners.ts';
import type { Listener } from '../events/collect-listeners.ts';
import { ApplicationJobs } from '../jobs/application-jobs.ts';
import { collectJobs } from '../jobs/collect-jobs.ts';
import { connectMappers, mapperStatements } from '../mapper/connect-mappers.ts';
import type { EntityModel } from '../mapper/entity-model.ts';
import type { MapperStatements } from '../mapper/statement/mapper-statements.ts';
import { ApplicationConsumers } from '../messages/application-consumers.ts';
import { collectMessageListeners } from '../messages/collect-message-listeners.ts';
import type { ApplicationIsolation } from '../isolation/application-isolation.ts';
import type { PluginClass } from '../modules/plugin-module.ts';
import { collectSchedules } from '../schedules/collect-schedules.ts';
import { Schedules } from '../schedules/schedules.ts';
import type { LoadScope } from './load-scope.ts';

/** The beans of an application, and what the host calls on them. */
export interface BuiltContainer {
  readonly container: Container;
  readonly entities: readonly EntityModel[];
  readonly statements: MapperStatements;
  readonly listeners: readonly Listener[];
  readonly consumers: ApplicationConsumers;
  readonly jobs: ApplicationJobs;
  readonly schedules: Schedules;
}

/** Constructs the beans of an application and collects the methods that the host calls on them. */
export function containerStage(scope: LoadScope, classes: readonly PluginClass[]): Promise<BuiltContainer> {
  return scope.stages.run('container', async () => {
    const { source, services, logger } = scope;
    const { appCode, jar, index } = source;
    const { dialect } = services.mappers.database;
    const statements = await mapperStatements(index, { appCode, jar, classes, logger }, dialect);
    const { container, entities } = constructBeans(scope, classes, statements);
    const { beans } = container;
    return {
      container,
      entities,
      statements,
      listeners: collectListeners(beans),
      consumers: consumersOf(scope, beans),
      jobs: new ApplicationJobs(collectJobs(beans), scope.maps),
      schedules: schedulesOf(scope, beans),
    };
  });
}

function constructBeans(
  scope: LoadScope,
  classes: readonly PluginClass[],
  statements: MapperStatements,
): Pick<BuiltContainer, 'container' | 'entities'> {
  const { source, siblings, services, stages, logger, isolation } = scope;
  const mappers = connectMappers(classes, statements, { appCode: source.appCode, logger }, services.mappers);
  const definitions = beanDefinitions(classes);
  refuseIf(strayDecorators(classes, definitions));
  const nodes = resolveBeans(definitions, {
    host: withHttpClient(services.hostServices(source.appCode, logger), isolation),
    siblings,
    nameOf: (type) => services.classNames.get(type),
  });
  const container = new Container(nodes, stages.limitMs);
  scope.container = container;
  stages.waitingFor = () => container.waitingFor;
  scope.guarded(() => container.construct(mappers.connect));
  mappers.finish();
  return { container, entities: mappers.entities };
}

function consumersOf(scope: LoadScope, beans: readonly Bean[]): ApplicationConsumers {
  const { services, logger, faults } = scope;
  const { appCode } = scope.source;
  const { messaging } = services;
  return new ApplicationConsumers({
    appCode,
    handlers: collectMessageListeners(appCode, beans, (queue) => messaging.mayListen(appCode, queue)),
    messaging,
    logger,
    stateFor: (tenantId) => services.state(tenantId, appCode),
    onFault: (error, what) => faults.record(error, what, 'message'),
  });
}

function schedulesOf(scope: LoadScope, beans: readonly Bean[]): Schedules {
  const { services, logger, faults, meter } = scope;
  const { appCode } = scope.source;
  return new Schedules({
    appCode,
    methods: collectSchedules(beans),
    logger,
    tenants: () => services.tenants(appCode),
    onFault: faults.of('schedule'),
    meter,
  });
}

/** Adds the version's own `HttpClient`, which enforces its permissions and ends with it. */
function withHttpClient(host: HostServices, isolation: ApplicationIsolation): HostServices {
  const client = new PluginHttpClient(isolation.globals['fetch'] as typeof fetch);
  return { ...host, find: (token) => host.find(token) ?? (token === HttpClient ? client : undefined) };
}
