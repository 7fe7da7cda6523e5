import type { ApplicationDescription } from '../contract/application-description.ts';
import type { LoadFailure } from '../contract/load-report.ts';
import { describeHealth, type HealthSources } from './describe-health.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

/**
 * Describes the state of an application.
 *
 * @returns undefined if no version serves and no load has failed
 */
export function describeApplication(
  appCode: string,
  application: LoadedApplication | undefined,
  failure: LoadFailure | undefined,
  sources: HealthSources,
): ApplicationDescription | undefined {
  if (!application) {
    return (
      failure && {
        appCode,
        state: 'failed',
        version: undefined,
        jar: undefined,
        loadedAt: undefined,
        inFlight: 0,
        routes: [],
        beans: [],
        listeners: [],
        schedules: [],
        consumers: [],
        skipped: [],
        siblings: [],
        jobs: [],
        degraded: undefined,
        health: undefined,
        failure,
      }
    );
  }
  const { version, jar, siblings } = application;
  const { routes, container, listeners, schedules, consumers, jobs, skipped, faults } = application.parts;
  return {
    appCode,
    state: 'loaded',
    version,
    jar,
    loadedAt: application.loadedAt,
    inFlight: application.requests.count,
    routes,
    beans: container.describe(),
    listeners: listeners.all.map(({ event, name }) => ({ event: event.name, handler: name })),
    schedules: schedules.describe(),
    consumers: consumers.handlers.map(({ queue, name }) => ({ queue, handler: name })),
    skipped,
    siblings,
    jobs: jobs.all.map(({ name, className }) => ({ name, handler: className })),
    degraded: faults.degradation,
    health: describeHealth(application, sources),
    failure,
  };
}
