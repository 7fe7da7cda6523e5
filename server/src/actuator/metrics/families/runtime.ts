import type { RuntimeCounts, StatementTime } from '../../../plugin-runtime/index.ts';
import type { Family } from './family.ts';

/** Loads, swaps and drains of backends on this host. */
export function runtimeFamilies(counts: RuntimeCounts): Family[] {
  const counter = (name: string, help: string, read: () => number): Family => ({
    name: `platform_runtime_${name}`,
    help,
    type: 'counter',
    read: () => [{ value: read() }],
  });
  return [
    {
      name: 'platform_runtime_loads_total',
      help: 'Loads of backends; a swap replaces a serving version',
      type: 'counter',
      read: () =>
        (['load', 'swap'] as const).flatMap((kind) =>
          (['succeeded', 'failed'] as const).map((outcome) => ({
            labels: { kind, outcome },
            value: counts.loads[kind][outcome],
          })),
        ),
    },
    {
      name: 'platform_runtime_load_seconds_total',
      help: 'Time of successful loads',
      type: 'counter',
      read: () =>
        (['load', 'swap'] as const).map((kind) => ({ labels: { kind }, value: counts.loads[kind].seconds })),
    },
    counter('drains_total', 'Replaced or unloaded versions that were drained', () => counts.drains.count),
    counter('drain_seconds_total', 'Time of drains', () => counts.drains.seconds),
    counter(
      'drain_aborted_requests_total',
      'Requests that a drain cut off',
      () => counts.drains.abortedRequests,
    ),
  ];
}

/** Statements of mappers since the start of the host. */
export function statementFamilies(times: () => readonly StatementTime[]): Family[] {
  const family = (name: string, help: string, column: 'count' | 'failures' | 'seconds'): Family => ({
    name: `platform_mapper_${name}_total`,
    help,
    type: 'counter',
    read: () =>
      times()
        .filter(({ count }) => count > 0)
        .map((time) => ({
          labels: { application: time.appCode, statement: time.statement },
          value: time[column],
        })),
  });
  return [
    family('statements', 'Calls of statements of mappers', 'count'),
    family('statement_failures', 'Failed calls of statements of mappers', 'failures'),
    family('statement_seconds', 'Time of statements of mappers', 'seconds'),
  ];
}
