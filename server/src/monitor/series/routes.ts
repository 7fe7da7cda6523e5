import { seriesContracts } from '@platform/host-api';
import { defineRoute, ofPlatformTenant, type Clock, type Route } from '../../kernel/index.ts';
import type { RingStore, StoredFigures } from '../ring/ring-store.ts';
import { seriesOf } from './series.ts';
import { gridOf, RANGES } from './slots.ts';

const POINTS = { hour: 60, day: 96 } as const;

/** `/monitor/series`, for those who operate the platform. (design 12.1-6) */
export function seriesRoutes(store: Pick<RingStore, 'since'>, clock: Clock): Route[] {
  return ofPlatformTenant([
    defineRoute({
      ...seriesContracts.series,
      handler: async ({ query: { range = 'hour', points = POINTS[range], nodeId, appCode } }) => {
        const grid = gridOf(range, points, clock.now());
        const { step, lengthMs } = RANGES[range];
        const ofNode = (rows: readonly StoredFigures[]): readonly StoredFigures[] =>
          nodeId === undefined ? rows : rows.filter((row) => row.nodeId === nodeId);
        const rows = ofNode(await store.since(step, grid.fromMs));
        // The hour before is kept by the minute; of the day before nothing is left.
        const before =
          range === 'hour'
            ? ofNode(await store.since(60, grid.fromMs - lengthMs)).filter(({ atMs }) => atMs < grid.fromMs)
            : undefined;
        return seriesOf({ grid, rows, rowSeconds: step, before, appCode });
      },
    }),
  ]);
}
