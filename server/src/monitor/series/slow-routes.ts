import { slowContracts } from '@platform/host-api';
import { defineRoute, ofPlatformTenant, type Clock, type Route } from '../../kernel/index.ts';
import { KEPT_MS, type RingStore } from '../ring/ring-store.ts';
import { slowerFirst } from '../ring/slowest.ts';

const ROWS = 50;

/** `/monitor/slow-requests`: the last hour from rows of ten seconds, older ones by the minute. */
export function slowRoutes(store: Pick<RingStore, 'slowSince'>, clock: Clock): Route[] {
  return ofPlatformTenant([
    defineRoute({
      ...slowContracts.slow,
      handler: async ({ query: { from, to, nodeId, appCode, limit = ROWS } }) => {
        const now = clock.now();
        const fromMs = from === undefined ? now - KEPT_MS[10] : Date.parse(from);
        const toMs = to === undefined ? now : Date.parse(to);
        const rows = await store.slowSince(fromMs >= now - KEPT_MS[10] ? 10 : 60, fromMs);
        return rows
          .filter((row) => row.atMs <= toMs && (nodeId === undefined || row.nodeId === nodeId))
          .flatMap((row) => row.figures.slowest.map((request) => ({ ...request, nodeId: row.nodeId })))
          .filter(({ atMs, application }) => {
            const isWanted = appCode === undefined || application === appCode;
            return isWanted && atMs >= fromMs && atMs <= toMs;
          })
          .toSorted(slowerFirst)
          .slice(0, limit)
          .map(({ atMs, ...request }) => ({ time: new Date(atMs).toISOString(), ...request }));
      },
    }),
  ]);
}
