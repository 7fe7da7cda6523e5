import { ApplicationListeners } from '../events/application-listeners.ts';
import { checkEntities } from '../mapper/check-entities.ts';
import { prepareStatements } from '../mapper/connect-mappers.ts';
import { offeredServices } from '../services/offered-services.ts';
import { ServiceCalls } from '../services/service-calls.ts';
import { containerStage, type BuiltContainer } from './container-stage.ts';
import { evaluateStage, type EvaluatedModules } from './evaluate-stage.ts';
import { initStage } from './init-stage.ts';
import { mapToSources } from './load-error.ts';
import { LoadScope, type LoadInputs } from './load-scope.ts';
import { LoadedApplication } from './loaded-application.ts';
import { routesStage } from './routes-stage.ts';

/** A version whose beans exist. Nothing of it has begun to work. */
export interface BuiltApplication {
  /**
   * Checks its statements, runs `init()` and makes its routes.
   *
   * A failure rolls everything back that the load has opened.
   */
  complete(): Promise<LoadedApplication>;
  /** Disposes it instead. */
  discard(): Promise<void>;
}

/**
 * Evaluates one version of an application and constructs its beans.
 *
 * A failure rolls back everything that the load has opened. (design 3.3, 10.7-7)
 *
 * @throws the error of the failed stage, mapped to the application's sources
 */
export async function buildApplication(inputs: LoadInputs): Promise<BuiltApplication> {
  const scope = new LoadScope(inputs);
  const [evaluated, built] = await orRollBack(scope, async () => {
    const evaluated = await evaluateStage(scope);
    return [evaluated, await containerStage(scope, evaluated.classes)] as const;
  });
  return {
    complete: () => orRollBack(scope, () => completed(scope, evaluated, built)),
    discard: () => scope.rollBack(),
  };
}

/**
 * Loads one version of an application until it is ready to serve, without routing requests to it.
 *
 * A failure rolls back everything that the load has opened. (design 3.3, 9.4-16)
 *
 * @throws the error of the failed stage, mapped to the application's sources
 */
export async function prepareApplication(inputs: LoadInputs): Promise<LoadedApplication> {
  return (await buildApplication(inputs)).complete();
}

async function orRollBack<T>(scope: LoadScope, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await scope.rollBack();
    throw mapToSources(error, (inner) => scope.maps.mapError(inner));
  }
}

async function completed(
  scope: LoadScope,
  { skipped, leftOut, modules }: EvaluatedModules,
  built: BuiltContainer,
): Promise<LoadedApplication> {
  const { source, services, stages, logger, faults } = scope;
  const { appCode, jar, index } = source;
  const { container, entities, statements, listeners, consumers, jobs, schedules } = built;
  await stages.run('statements', async () => {
    await checkEntities(entities, services.mappers.database, logger);
    await prepareStatements(index, statements, { appCode, jar, logger }, services.mappers);
  });
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
