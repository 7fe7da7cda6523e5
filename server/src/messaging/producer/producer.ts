import { MessageProducer, type MessageTarget, type SendOptions } from '@platform/plugin-sdk/mq';
import type { Database } from '../../data/index.ts';
import { requestContext, traced, tracing, type Clock } from '../../kernel/index.ts';
import type { Broker } from '../broker/broker.ts';
import { brokerUnavailable } from '../broker/failures.ts';
import { outgoing } from './envelope.ts';
import type { Outbox } from './outbox.ts';

interface ProducerOptions {
  readonly broker: Broker;
  readonly outbox: Outbox;
  readonly database: Database;
  readonly clock: Clock;
}

/** {@link MessageProducer} of the host, or of one application. */
export class BrokerProducer extends MessageProducer {
  readonly #options: ProducerOptions;
  readonly #sender: string | undefined;

  constructor(options: ProducerOptions, sender: string | undefined) {
    super();
    this.#options = options;
    this.#sender = sender;
  }

  override send(target: MessageTarget, body: unknown, options: SendOptions = {}): Promise<string> {
    const to = 'queue' in target ? target.queue : `${target.exchange}/${target.routingKey}`;
    return traced(
      () => ({ name: `send ${to}`, kind: 'producer', attributes: { 'messaging.destination.name': to } }),
      () => this.#send(target, body, withTrace(options)),
    );
  }

  async #send(target: MessageTarget, body: unknown, options: SendOptions): Promise<string> {
    const { broker, outbox, database, clock } = this.#options;
    const { kind, reason } = broker.status;
    if (kind === 'none') throw brokerUnavailable(reason ?? '');
    const tenantId = requestContext.current()?.tenantId;
    const message = outgoing(target, body, options, { tenantId, sender: this.#sender, clock });
    if (kind === 'rabbitmq' && database.inTransaction) {
      await outbox.add(message);
      database.afterCommit(() => void outbox.relay());
    } else {
      await broker.publish(message.envelope, message.delayMs);
    }
    return message.envelope.id;
  }
}

/** The receiver's work belongs to the trace of the sender's. */
function withTrace(options: SendOptions): SendOptions {
  const traceparent = tracing.current()?.traceparent();
  return traceparent === undefined ? options : { ...options, headers: { ...options.headers, traceparent } };
}
