import type { ApplicationDescription } from '../../../plugin-runtime/index.ts';
import { single, type Family, type PerScrape, type Sample } from './family.ts';

/** Loaded and failed applications. @param described read once for all families of a scrape */
export function applicationFamilies(described: PerScrape<readonly ApplicationDescription[]>): Family[] {
  const family = (
    type: Family['type'],
    name: string,
    help: string,
    read: (application: ApplicationDescription) => readonly Sample[],
    { aggregator = 'sum' }: Pick<Family, 'aggregator'> = {},
  ): Family => ({
    name: `platform_application_${name}`,
    help,
    type,
    aggregator,
    read: () =>
      described.get().flatMap((application) =>
        read(application).map(({ labels: own, value }) => ({
          labels: { application: application.appCode, ...own },
          value,
        })),
      ),
  });
  const states = (application: ApplicationDescription): Sample[] => [
    { labels: { state: application.state, version: application.version ?? '' }, value: 1 },
  ];
  return [
    family('gauge', 'info', 'Loaded and failed applications', states, {
      aggregator: 'max',
    }),
    family('gauge', 'requests_active', 'Requests in flight', ({ inFlight }) => single(inFlight)),
    family('counter', 'faults_total', 'Errors since the load, by what failed', ({ health }) =>
      Object.entries(health?.faults ?? {}).map(([kind, value]) => ({ labels: { kind }, value })),
    ),
    family('counter', 'holds_total', 'Times that it held the event loop for too long', ({ health }) =>
      health ? single(health.holds.count) : [],
    ),
    family('gauge', 'cache_entries', 'Values in the cache of this process', ({ health }) =>
      health?.cache ? single(health.cache.entries) : [],
    ),
    family('counter', 'cache_evictions_total', 'Values that had to make room', ({ health }) =>
      health?.cache ? single(health.cache.evicted) : [],
    ),
    {
      name: 'cache_gets_total',
      help: 'Reads of the cache of this process by application and result',
      type: 'counter',
      read: () =>
        described.get().flatMap(({ appCode, health }) => {
          if (!health?.cache) return [];
          const { hits, misses } = health.cache;
          return [
            { labels: { cache: appCode, result: 'hit' }, value: hits },
            { labels: { cache: appCode, result: 'miss' }, value: misses },
          ];
        }),
    },
    family('counter', 'schedule_runs_total', 'Runs of scheduled methods on this host', ({ schedules }) =>
      single(schedules.reduce((sum, { runs }) => sum + runs, 0)),
    ),
    family('counter', 'schedule_failures_total', 'Failed runs of scheduled methods', ({ schedules }) =>
      single(schedules.reduce((sum, { failures }) => sum + failures, 0)),
    ),
  ];
}
