import { DATABASE, DATABASE_CLOCK } from '../data/index.ts';
import { CLUSTER_BUS } from '../infra/index.ts';
import { defineModule, HTTP, type Module, type ModuleContext } from '../kernel/index.ts';
import { Neighbours } from './neighbours.ts';
import { NODE_REGISTRY, NodeRegistry, NODES_TOPIC } from './node-registry.ts';
import { exchangeRates } from './rate-exchange.ts';
import { nodeRoutes } from './routes.ts';
import { ownNode } from './own-node.ts';

/** Hosts that start together are looked at once, in milliseconds. */
const MEETING_MS = 5_000;

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
    const look = (nodeId?: unknown): Promise<void> =>
      registry.look(typeof nodeId === 'string' ? nodeId : undefined);
    ctx.onDispose(bus.subscribe(NODES_TOPIC, { heard: look, missed: () => look() }));
    const neighbours = new Neighbours({
      database: ctx.use(DATABASE),
      config: ctx.config,
      logger: ctx.logger,
    });
    meetNeighbours(ctx, async () => neighbours.look(await registry.list()), registry);
  },
});

/** Compares hosts once this one is ready, and some seconds after any of them has come or gone. */
function meetNeighbours(ctx: ModuleContext, meet: () => Promise<void>, registry: NodeRegistry): void {
  let due: NodeJS.Timeout | undefined;
  const later = (): void => {
    due ??= setTimeout(() => {
      due = undefined;
      meet().catch((error: unknown) => ctx.logger.warn('Hosts could not be compared', { error }));
    }, MEETING_MS).unref();
  };
  ctx.onReady(meet);
  ctx.onDispose(registry.onChange(later));
  ctx.onDispose(() => clearTimeout(due));
}
