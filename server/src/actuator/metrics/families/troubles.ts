import { INCIDENT_KINDS, type Incidents } from '../../../plugin-runtime/index.ts';
import type { Family, Sample } from './family.ts';

interface Troubles {
  readonly incidents: Pick<Incidents, 'counts'>;
  /** Log lines of applications beyond their limit, by application. */
  readonly limited: () => ReadonlyMap<string, number>;
  /** Log lines that the files did not take since their disk was nearly full. */
  readonly diskLow: () => number;
}

/** Contained errors, and lines left out of the log. */
export function troubleFamilies({ incidents, limited, diskLow }: Troubles): Family[] {
  const sampleOf = (application: string, reason: string, value: number): Sample => ({
    labels: { application, reason },
    value,
  });
  return [
    {
      name: 'platform_incidents_total',
      help: 'Uncaught errors, held event loops and ends of the process',
      type: 'counter',
      read: () =>
        INCIDENT_KINDS.map((kind) => {
          const ofKind = incidents.counts.filter((each) => each.kind === kind);
          return { labels: { kind }, value: ofKind.reduce((sum, { count }) => sum + count, 0) };
        }),
    },
    {
      name: 'platform_log_lines_left_out_total',
      help: 'Log lines left out, beyond the limit of an application or because the disk is full',
      type: 'counter',
      read: () => [
        sampleOf('', 'disk', diskLow()),
        ...[...limited()].map(([application, value]) => sampleOf(application, 'limit', value)),
      ],
    },
  ];
}
