import { DATABASE, DATABASE_CLOCK } from '../data/index.ts';
import { anew, CLUSTER_BUS } from '../infra/index.ts';
import { defineModule, HTTP, type Module } from '../kernel/index.ts';
import { NODE_REGISTRY, NodeRegistry, NODES_TOPIC } from './node-registry.ts';
import { exchangeRates } from './rate-exchange.ts';
import { nodeRoutes } from './routes.ts';
import { ownNode } from './own-node.ts';

/** The hosts of the platform: who they are, and which of them live. (design 10.4) */
export const clusterModule: Module = defineModule({
  name: 'cluster',
  depends: ['http', 'data', 'infra'],
  async setup(ctx) {
    const bus = ctx.use(CLUSTER_BUS);
    const registry = new NodeRegistry({
      database: ctx.use(DATABASE),
      clock: ctx.use(DATABASE_CLOCK),
      bus,
      logger: ctx.logger,
      own: ownNode(ctx),
    });
    ctx.onDispose(() => registry.close());
    await registry.open();
    ctx.provide(NODE_REGISTRY, registry);
    const http = ctx.use(HTTP);
    http.routes(nodeRoutes(registry));
    ctx.onDispose(exchangeRates(http.rates, bus));
    const look = (): Promise<void> => registry.look();
    ctx.onDispose(bus.subscribe(NODES_TOPIC, anew(look)));
  },
});
