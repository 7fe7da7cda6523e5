import { DATABASE, DATABASE_CLOCK, MACHINE_ID } from '../data/index.ts';
import { CACHE_IDENTITY, CLUSTER_BUS } from '../infra/index.ts';
import { defineModule, HTTP, SIBLINGS, type Module } from '../kernel/index.ts';
import { Neighbours } from './neighbours.ts';
import { NODE_QUESTIONS, NodeQuestions } from './node-questions.ts';
import { NODE_REGISTRY, NodeRegistry, NODES_TOPIC } from './node-registry.ts';
import { exchangeRates } from './rate-exchange.ts';
import { nodeRoutes } from './routes.ts';
import { ownNode } from './own-node.ts';
import { assertSharedCache } from './shared-cache.ts';

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
    await assertSharedCache({
      nodes: registry,
      cache: ctx.use(CACHE_IDENTITY),
      machineId: ctx.use(MACHINE_ID),
    });
    const questions = new NodeQuestions({ registry, bus, siblings: ctx.services.find(SIBLINGS) });
    ctx.onDispose(() => questions.close());
    ctx.provide(NODE_QUESTIONS, questions);
    const http = ctx.use(HTTP);
    http.routes(nodeRoutes(registry));
    ctx.onDispose(exchangeRates(http.rates, bus, { hosts: () => registry.count }));
    const look = (nodeId?: unknown): Promise<void> =>
      registry.look(typeof nodeId === 'string' ? nodeId : undefined);
    ctx.onDispose(bus.subscribe(NODES_TOPIC, { received: look, missed: () => look() }));
    const neighbours = new Neighbours({
      database: ctx.use(DATABASE),
      config: ctx.config,
      logger: ctx.logger,
      machineId: ctx.use(MACHINE_ID),
    });
    // Only who starts compares: all others learn of it at once, and each would read all of them.
    ctx.onReady(async () => neighbours.look(await registry.rows()));
  },
});
