import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Channel, type ChannelModel, type Message } from 'amqplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Broker, Consumer } from '../broker/broker.ts';
import { deadLettersOf } from '../topology/declarations.ts';
import { silentLogger } from '../../kernel/index.ts';
import { available, CutWire, openRabbit, rabbitAnswers, uniqueName } from '../testing/brokers.ts';
import { RabbitConsumption } from './rabbit-consumption.ts';

const envelope = (queue: string, body: unknown) => ({
  id: String(body),
  exchange: '',
  routingKey: queue,
  body: JSON.stringify(body),
  headers: {},
  tenantId: undefined,
  sender: undefined,
  sentAt: undefined,
});
const consumerOf = (queue: string, handle: Consumer['handle']): Consumer => ({
  queue,
  concurrency: 1,
  attempts: 3,
  retryDelayMs: 20,
  handle,
});

describe.skipIf(!(await rabbitAnswers()))('RabbitMQ over an interrupted connection', () => {
  let wire: CutWire;
  let broker: Broker;
  let queue: string;
  beforeEach(async () => {
    wire = await CutWire.open();
    broker = openRabbit(wire.port);
    queue = uniqueName('cut');
  });
  afterEach(async () => {
    wire.mend();
    await available(broker);
    await broker.remove(queue);
    await broker.close();
    await wire.close();
  });

  it('starts without RabbitMQ, reports it, and connects later with declarations and consumers', async () => {
    wire.cut();
    const states: boolean[] = [];
    broker.onStatus((status) => states.push(status.available));
    await broker.open();
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const seen: string[] = [];
    broker.consume(
      consumerOf(queue, async ({ body }) => {
        seen.push(body);
        return { kind: 'done' };
      }),
    );
    await expect
      .poll(() => broker.status)
      .toMatchObject({ kind: 'rabbitmq', available: false, reason: expect.any(String) as string });
    await expect(broker.publish(envelope(queue, 1), 0)).rejects.toMatchObject({
      code: 'MESSAGE_BROKER_UNAVAILABLE',
      status: 503,
    });
    wire.mend();
    await available(broker);
    await broker.publish(envelope(queue, 'late'), 0);
    await expect.poll(() => seen).toEqual(['"late"']);
    expect(states).toEqual([true]);
  });

  it('reconnects, redelivers in-flight messages, and loses none', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const seen: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    broker.consume(
      consumerOf(queue, async ({ body }) => {
        seen.push(body);
        if (seen.length === 1) await held;
        return { kind: 'done' };
      }),
    );
    await broker.publish(envelope(queue, 'first'), 0);
    await broker.publish(envelope(queue, 'second'), 0);
    await expect.poll(() => seen).toEqual(['"first"']);
    wire.cut();
    await available(broker, false);
    await expect(broker.publish(envelope(queue, 'lost'), 0)).rejects.toMatchObject({
      code: 'MESSAGE_BROKER_UNAVAILABLE',
    });
    letGo();
    wire.mend();
    await available(broker);
    await broker.publish(envelope(queue, 'third'), 0);
    await expect.poll(() => seen).toEqual(['"first"', '"first"', '"second"', '"third"']);
    await expect.poll(() => broker.counts(queue)).toEqual({ queue, messages: 0, deadLetters: 0 });
  });

  it('notifies a sender of a lost confirmation', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const sending = broker.publish(envelope(queue, 'x'.repeat(900_000)), 0);
    const outcome = expect(sending).rejects.toMatchObject({ code: 'MESSAGE_BROKER_UNAVAILABLE' });
    wire.cut();
    await outcome;
    await available(broker, false);
  });

  it('accepts messages of senders outside the platform', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const model = await connect('amqp://guest:guest@127.0.0.1:5672');
    const channel = await model.createConfirmChannel();
    channel.sendToQueue(queue, Buffer.from('{"a":1}'), { headers: { colour: 'red', 'x-own': 1 } });
    await channel.waitForConfirms();
    await model.close();
    const { promise, resolve } = Promise.withResolvers<object>();
    broker.consume(
      consumerOf(queue, async (delivery) => {
        resolve(delivery);
        return { kind: 'done' };
      }),
    );
    expect(await promise).toEqual({
      id: expect.any(String) as string,
      queue,
      exchange: '',
      routingKey: queue,
      body: '{"a":1}',
      headers: { colour: 'red' },
      tenantId: undefined,
      sender: undefined,
      sentAt: undefined,
      attempt: 1,
    });
  });

  it('continues when RabbitMQ closes only the channel; in-flight messages are redelivered', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const model = await connect('amqp://guest:guest@127.0.0.1:5672');
    const channels: Channel[] = [];
    const watched = {
      createChannel: async () => {
        const channel = await model.createChannel();
        channels.push(channel);
        return channel;
      },
    };
    const seen: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const consumption = new RabbitConsumption(
      consumerOf(queue, async ({ body }) => {
        seen.push(body);
        if (seen.length === 1) await held;
        return { kind: 'done' };
      }),
      {
        logger: silentLogger,
        returns: { countReturn: async () => 1, forgetReturns: async () => undefined },
        send: async () => 'queued',
        declare: async () => undefined,
        ended: () => undefined,
      },
    );
    await consumption.subscribe(watched as unknown as ChannelModel);
    await broker.publish(envelope(queue, 'slow'), 0);
    await expect.poll(() => seen).toEqual(['"slow"']);
    // An unknown delivery cannot be acknowledged.
    channels[0]?.ack({ fields: { deliveryTag: 4_711 } } as unknown as Message);
    await expect.poll(() => seen).toEqual(['"slow"', '"slow"']);
    letGo();
    await expect.poll(() => broker.counts(queue)).toEqual({ queue, messages: 0, deadLetters: 0 });
    expect(channels).toHaveLength(2);
    await consumption.drain(100);
    await model.close();
  });

  it('findings: security 8: a message that kills the host each time becomes a dead letter', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    let begun = 0;
    const handle: Consumer['handle'] = () => {
      begun += 1;
      return new Promise(() => undefined);
    };
    broker.consume({ ...consumerOf(queue, handle), attempts: 2 });
    await broker.publish(envelope(queue, 'deadly'), 0);
    for (let death = 1; death <= 3; death += 1) {
      await expect.poll(() => begun).toBe(death);
      wire.cut();
      await available(broker, false);
      wire.mend();
      await available(broker);
    }
    await expect.poll(() => broker.counts(queue)).toEqual({ queue, messages: 0, deadLetters: 1 });
    expect(begun).toBe(3);
    expect((await broker.deadLetters(queue, 1))[0]?.reason).toContain('redelivered 3 times');
  });

  /** Deletes on RabbitMQ itself, so that the host does not know. */
  async function byHand(work: (channel: Channel) => Promise<unknown>): Promise<void> {
    const model = await connect('amqp://guest:guest@127.0.0.1:5672');
    await work(await model.createChannel());
    await model.close();
  }

  it('findings: security 8: a deleted queue is declared again before a message is lost', async () => {
    await broker.open();
    await available(broker);
    const exchange = uniqueName('deleted');
    const bindings = [{ exchange, routingKey: 'key.#' }];
    await broker.declare([{ name: exchange, type: 'topic' }], [{ name: queue, bindings }]);
    const deleteQueue = () => byHand((channel) => channel.deleteQueue(queue));
    await deleteQueue();
    await broker.publish(envelope(queue, 'direct'), 0);
    expect(await broker.counts(queue)).toMatchObject({ messages: 1 });
    await deleteQueue();
    await broker.publish({ ...envelope(queue, 'routed'), exchange, routingKey: 'key.a' }, 0);
    expect(await broker.counts(queue)).toMatchObject({ messages: 1 });
    // An event without listeners is no error.
    await broker.publish({ ...envelope(queue, 'unheard'), exchange, routingKey: 'other' }, 0);
    await byHand((channel) => channel.deleteExchange(exchange));
    const sent = broker.publish({ ...envelope(queue, 'no exchange'), exchange, routingKey: 'key.b' }, 0);
    await expect(sent).rejects.toMatchObject({ code: 'MESSAGE_BROKER_UNAVAILABLE' });
    await expect
      .poll(() =>
        broker
          .publish({ ...envelope(queue, 'exchange'), exchange, routingKey: 'key.c' }, 0)
          .catch(() => 'not yet'),
      )
      .toBeUndefined();
    expect(await broker.counts(queue)).toMatchObject({ messages: 2 });
    await byHand((channel) => channel.deleteExchange(exchange));
  });

  it('findings: security 8: likewise one with a consumer, its dead letters, and the queue of a delayed message', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const seen: string[] = [];
    broker.consume(
      consumerOf(queue, async ({ body }) => {
        seen.push(body);
        return body === '"bad"' ? { kind: 'rejected', reason: 'no' } : { kind: 'done' };
      }),
    );
    await broker.publish(envelope(queue, 'first'), 0);
    await expect.poll(() => seen).toEqual(['"first"']);
    await byHand((channel) => channel.deleteQueue(queue));
    await broker.publish(envelope(queue, 'second'), 0);
    await expect.poll(() => seen).toEqual(['"first"', '"second"']);
    await byHand((channel) => channel.deleteQueue(deadLettersOf(queue)));
    await broker.publish(envelope(queue, 'bad'), 0);
    await expect.poll(() => broker.counts(queue)).toEqual({ queue, messages: 0, deadLetters: 1 });
    await broker.publish(envelope(queue, 'later'), 300);
    await byHand((channel) => channel.deleteQueue(`platform.delay.300.${queue}`));
    await broker.publish(envelope(queue, 'later too'), 300);
    await expect.poll(() => seen.at(-1)).toBe('"later too"');
  });

  it('declares a queue again that is deleted under its consumer', async () => {
    await broker.open();
    await available(broker);
    await broker.declare([], [{ name: queue, bindings: [] }]);
    const seen: string[] = [];
    broker.consume(
      consumerOf(queue, async ({ body }) => {
        seen.push(body);
        return { kind: 'done' };
      }),
    );
    await sleep(50);
    const other = openRabbit();
    await other.open();
    await available(other);
    await other.remove(queue);
    await other.close();
    await broker.declare([], [{ name: queue, bindings: [] }]);
    await broker.publish(envelope(queue, 'again'), 0);
    await expect.poll(() => seen).toEqual(['"again"']);
  });
});
