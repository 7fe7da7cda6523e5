import type { ApplicationDescription } from '../contract/application-description.ts';
import type { LoadFailure } from '../contract/load-report.ts';
import type { Quarantined } from '../contract/quarantine.ts';
import { describeHealth, type HealthSources } from './describe-health.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';

/** Description of one application. */
interface Known {
  readonly appCode: string;
  readonly application: LoadedApplication | undefined;
  readonly failure: LoadFailure | undefined;
  readonly quarantine: Quarantined | undefined;
}

/**
 * Describes the state of an application.
 *
 * @returns undefined if no version serves, no load has failed, and none is kept out
 */
export function describeApplication(
  { appCode, application, failure, quarantine }: Known,
  sources: HealthSources,
): ApplicationDescription | undefined {
  if (!application) {
    if (!failure && !quarantine) return undefined;
    return {
      appCode,
      state: quarantine ? 'quarantined' : 'failed',
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
      quarantine,
    };
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
    quarantine,
  };
}
