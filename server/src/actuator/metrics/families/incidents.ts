import type { Incidents } from '../../../plugin-runtime/index.ts';
import type { Family } from './family.ts';

/** Incidents since the start of the host by their culprit. */
export const incidentFamily = (incidents: Incidents): Family => ({
  name: 'platform_application_incidents_total',
  help: 'Incidents of which an application is the certain culprit, by kind',
  type: 'counter',
  read: () =>
    incidents.counts
      .filter(({ application }) => application !== '')
      .map(({ kind, application, count }) => ({ labels: { kind, application }, value: count })),
});
