import { slowContracts } from '@platform/host-api';
import { defineRoute, ofPlatformTenant, type Clock, type Route } from '../../kernel/index.ts';
import { KEPT_MS, type RingStore } from '../ring/ring-store.ts';
import { slowerFirst } from '../ring/slowest.ts';

const ROWS = 50;

/** `/monitor/slow-requests`: the last hour from rows of ten seconds, older ones by the minute. */
export function slowRoutes(store: Pick<RingStore, 'slow'>, clock: Clock): Route[] {
  return ofPlatformTenant([
    defineRoute({
      ...slowContracts.slow,
      handler: async ({ query: { from, to, nodeId, appCode, limit = ROWS } }) => {
        const now = clock.now();
        const fromMs = from === undefined ? now - KEPT_MS[10] : Date.parse(from);
        const toMs = to === undefined ? now : Date.parse(to);
        const requests = await store.slow(fromMs >= now - KEPT_MS[10] ? 10 : 60, fromMs, toMs);
        return requests
          .filter((request) => nodeId === undefined || request.nodeId === nodeId)
          .filter(({ application }) => appCode === undefined || application === appCode)
          .toSorted(slowerFirst)
          .slice(0, limit)
          .map(({ atMs, ...request }) => ({ time: new Date(atMs).toISOString(), ...request }));
      },
    }),
  ]);
}
