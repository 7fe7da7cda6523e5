import { MessageProducer } from '@platform/plugin-sdk/mq';
import { DATABASE, HOST_ID, IDS } from '../data/index.ts';
import { CLOCK, defineModule, HTTP, systemClock, type Module, type ModuleContext } from '../kernel/index.ts';
import type { Broker } from './broker/broker.ts';
import { NoBroker } from './broker/no-broker.ts';
import { EmbeddedBroker } from './embedded/embedded-broker.ts';
import { MessageStore } from './embedded/message-store.ts';
import { Messaging, MESSAGING } from './messaging.ts';
import { Outbox } from './producer/outbox.ts';
import { BrokerProducer } from './producer/producer.ts';
import { messagingRoutes } from './routes.ts';
import { parseTopology } from './topology/parse.ts';

/** Interval between sweeps for committed messages that are not sent yet, in milliseconds. */
const RELAY_INTERVAL_MS = 5_000;

/** The message broker: RabbitMQ, the host's own, or none. (spec: E4; design 6.3) */
export const messagingModule: Module = defineModule({
  name: 'messaging',
  depends: ['http', 'data', 'infra'],
  async setup(ctx) {
    const { logger } = ctx;
    const settings = ctx.config.messaging;
    const topology = parseTopology(settings);
    const clock = ctx.services.find(CLOCK) ?? systemClock;
    const database = ctx.use(DATABASE);
    const owner = ctx.use(HOST_ID);
    const store = new MessageStore({ database, ids: ctx.use(IDS), clock, owner });
    const broker = await brokerOf(ctx, store);
    const outbox = new Outbox({ store, broker, clock, logger });
    const producer = (sender: string | undefined): MessageProducer =>
      new BrokerProducer({ broker, outbox, database, clock }, sender);
    const messaging = new Messaging({
      broker,
      topology,
      producer,
      defaults: {
        attempts: settings['max-attempts'],
        retryDelayMs: settings['retry-delay-ms'],
        timeoutMs: settings['handler-timeout-ms'],
      },
    });
    ctx.onDispose(() => broker.close());
    if (broker.status.kind === 'rabbitmq') {
      ctx.onDispose(broker.onStatus(() => void outbox.relay()));
      const timer = setInterval(() => void outbox.relay(), RELAY_INTERVAL_MS).unref();
      ctx.onDispose(() => clearInterval(timer));
    }
    await broker.open();
    await broker.declare(topology.exchanges, topology.queues);
    ctx.use(HTTP).routes(messagingRoutes(messaging));
    ctx.provide(MESSAGING, messaging);
    ctx.provide(MessageProducer, producer(undefined));
  },
});

/** The RabbitMQ client is loaded only when the configuration names a broker. */
async function brokerOf(ctx: ModuleContext, store: MessageStore): Promise<Broker> {
  const { logger } = ctx;
  const {
    address,
    'confirm-timeout-ms': confirmTimeoutMs,
    'reconnect-delay-ms': reconnectDelayMs,
  } = ctx.config.rabbitmq;
  if (address !== '') {
    const { RabbitBroker } = await import('./rabbitmq/rabbit-broker.ts');
    return new RabbitBroker({ returns: store, address, logger, confirmTimeoutMs, reconnectDelayMs });
  }
  if (!ctx.config.messaging.embedded) return new NoBroker();
  const pollIntervalMs = ctx.config.messaging['poll-interval-ms'];
  return new EmbeddedBroker({ store, database: ctx.use(DATABASE), logger, pollIntervalMs });
}
