import { DATABASE, DATABASE_CLOCK, NODE_ID } from '../data/index.ts';
import { defineModule, HTTP, type Module } from '../kernel/index.ts';
import { Meter } from './ring/meter.ts';
import { RingStore } from './ring/ring-store.ts';
import { Ring } from './ring/ring.ts';
import { seriesRoutes } from './series/routes.ts';
import { slowRoutes } from './series/slow-routes.ts';

/** Figures and parts of running hosts, for the pages of the shell. (design 12, 12.1-6, 15.2) */
export const monitorModule: Module = defineModule({
  name: 'monitor',
  depends: ['http', 'data', 'cluster'],
  setup(ctx) {
    const http = ctx.use(HTTP);
    const database = ctx.use(DATABASE);
    const clock = ctx.use(DATABASE_CLOCK);
    const store = new RingStore(database);
    http.routes(seriesRoutes(store, clock));
    http.routes(slowRoutes(store, clock));
    if (!ctx.config.management.metrics) return;
    const meter = new Meter(database);
    ctx.onDispose(() => meter.close());
    ctx.onDispose(http.observe(meter.observe));
    const ring = new Ring({
      store,
      clock,
      nodeId: ctx.use(NODE_ID),
      logger: ctx.logger,
      take: () => meter.take(),
    });
    ctx.onReady(() => {
      ring.start();
      ctx.onDispose(() => ring.close());
    });
  },
});
