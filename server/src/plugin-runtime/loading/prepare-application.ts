import { ApplicationListeners } from '../events/application-listeners.ts';
import { prepareStatements } from '../mapper/connect-mappers.ts';
import { offeredServices } from '../services/offered-services.ts';
import { ServiceCalls } from '../services/service-calls.ts';
import { containerStage } from './container-stage.ts';
import { evaluateStage } from './evaluate-stage.ts';
import { initStage } from './init-stage.ts';
import { mapToSources } from './load-error.ts';
import { LoadScope, type LoadInputs } from './load-scope.ts';
import { LoadedApplication } from './loaded-application.ts';
import { routesStage } from './routes-stage.ts';

/**
 * Loads one version of an application until it is ready to serve, without routing requests to it.
 *
 * A failure rolls back everything that the load has opened. (design 3.3, 9.4-16)
 *
 * @throws the error of the failed stage, mapped to the application's sources
 */
export async function prepareApplication(inputs: LoadInputs): Promise<LoadedApplication> {
  const scope = new LoadScope(inputs);
  try {
    return await runStages(scope);
  } catch (error) {
    await scope.rollBack();
    throw mapToSources(error, (inner) => scope.maps.mapError(inner));
  }
}

async function runStages(scope: LoadScope): Promise<LoadedApplication> {
  const { source, services, stages, logger, faults } = scope;
  const { appCode, jar, index } = source;
  const { classes, skipped, leftOut, modules } = await evaluateStage(scope);
  const built = await containerStage(scope, classes);
  const { container, statements, listeners, consumers, jobs, schedules } = built;
  await stages.run('statements', () =>
    prepareStatements(index, statements, { appCode, jar, logger }, services.mappers),
  );
  await initStage(scope, built);
  const { instance, routes } = await routesStage(scope, container);
  return new LoadedApplication({
    source,
    main: index.main === null ? undefined : modules.load(index.main),
    leftOut,
    container,
    instance,
    listeners: new ApplicationListeners(appCode, listeners, faults, services.classNames),
    timers: scope.timers,
    isolation: scope.isolation,
    faults,
    holds: scope.holds,
    schedules,
    consumers,
    jobs,
    services: offeredServices(container.beans),
    calls: new ServiceCalls(),
    routes,
    skipped,
    moduleHolds: modules.holds,
    disposer: scope.disposer,
  });
}
