import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SqlDatabase } from '../../data/sql-database.ts';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import type { Broker, BrokerStatus, Envelope } from '../broker/broker.ts';
import { brokerUnavailable, targetUnknown } from '../broker/failures.ts';
import { NoBroker } from '../broker/no-broker.ts';
import { EmbeddedBroker } from '../embedded/embedded-broker.ts';
import { MessageStore } from '../embedded/message-store.ts';
import { Outbox } from './outbox.ts';
import { BrokerProducer } from './producer.ts';

/** Stands for a broker outside of the database, which may be away. */
class FarBroker extends NoBroker implements Broker {
  available = true;
  confirmMs = 0;
  readonly sent: Array<{ envelope: Envelope; delayMs: number }> = [];

  override get status(): BrokerStatus {
    return { kind: 'rabbitmq', available: this.available, reason: undefined };
  }

  override async publish(envelope?: Envelope, delayMs = 0): Promise<void> {
    if (!this.available || !envelope) throw brokerUnavailable('away');
    if (envelope.routingKey === 'mall.gone') throw targetUnknown('queue', 'mall.gone');
    await new Promise((resolve) => setTimeout(resolve, this.confirmMs));
    this.sent.push({ envelope, delayMs });
  }
}

describe('sending messages', () => {
  let database: SqlDatabase;
  let store: MessageStore;
  const far = new FarBroker();
  let outbox: Outbox;
  const producerOf = (broker: Broker) =>
    new BrokerProducer({ broker, outbox, database, clock: systemClock }, 'mall');
  const target = { exchange: 'platform.topic', routingKey: 'mall.x' };

  beforeAll(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    const ids = new SnowflakeIds(systemClock, 1);
    store = new MessageStore({ database, ids, clock: systemClock, owner: 'node-1' });
    outbox = new Outbox({ store, broker: far, clock: systemClock, logger: silentLogger });
  });
  afterEach(() => {
    far.available = true;
    far.sent.splice(0);
  });
  afterAll(() => database.close());

  it('carries tenant, sender and time', async () => {
    const id = await requestContext.runAs('000009', () =>
      producerOf(far).send(target, { a: 1 }, { headers: { colour: 'red' } }),
    );
    expect(far.sent).toEqual([
      {
        delayMs: 0,
        envelope: {
          id,
          ...target,
          body: '{"a":1}',
          headers: { colour: 'red' },
          tenantId: '000009',
          sender: 'mall',
          sentAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        },
      },
    ]);
  });

  it('sends messages of a transaction after the commit, and none after a rollback', async () => {
    const producer = producerOf(far);
    await database.transaction(async () => {
      await producer.send(target, 'committed', { delay: '1m' });
      expect(far.sent).toHaveLength(0);
    });
    await expect.poll(() => far.sent.map(({ envelope }) => envelope.body)).toEqual(['"committed"']);
    expect(far.sent[0]?.envelope.headers).toEqual({});
    expect(far.sent[0]?.delayMs).toBeGreaterThan(59_000);
    const failed = database.transaction(async () => {
      await producer.send(target, 'rolled back');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await outbox.relay();
    expect(far.sent).toHaveLength(1);
  });

  it('keeps messages of a transaction while the broker is down, and sends them in order afterwards', async () => {
    const producer = producerOf(far);
    far.available = false;
    await database.transaction(async () => {
      await producer.send(target, 1);
      await producer.send(target, 2);
    });
    await outbox.relay();
    await expect(producer.send(target, 'outside')).rejects.toMatchObject({
      code: 'MESSAGE_BROKER_UNAVAILABLE',
    });
    expect(far.sent).toHaveLength(0);
    far.available = true;
    await outbox.relay();
    expect(far.sent.map(({ envelope }) => envelope.body)).toEqual(['1', '2']);
    await outbox.relay();
    expect(far.sent).toHaveLength(2);
  });

  it('is not delayed by an unroutable message or slow confirmations', async () => {
    const producer = producerOf(far);
    far.available = false;
    await database.transaction(async () => {
      await producer.send({ queue: 'mall.gone' }, 'lost target');
      for (let body = 0; body < 99; body += 1) await producer.send(target, body);
    });
    await outbox.relay();
    far.available = true;
    far.confirmMs = 500;
    const begun = performance.now();
    await outbox.relay();
    far.confirmMs = 0;
    expect(performance.now() - begun).toBeLessThan(25_000);
    expect(far.sent.map(({ envelope }) => envelope.body)).toEqual(
      Array.from({ length: 99 }, (_, n) => `${n}`),
    );
    await database.query.deleteFrom('sys_message').execute();
  });

  it('counts redeliveries apart from the messages of the queue', async () => {
    const count = () => store.countReturn('mall.kept', 'm-1');
    expect([await count(), await count(), await store.countReturn('mall.kept', 'm-2')]).toEqual([1, 2, 1]);
    expect(await store.counts('mall.kept')).toEqual({ queue: 'mall.kept', messages: 0, deadLetters: 0 });
    await store.forgetReturns('mall.kept', 'm-1');
    expect(await count()).toBe(1);
    await store.removeQueue('mall.kept');
  });

  it('joins the transaction when the host stores messages itself', async () => {
    const broker = new EmbeddedBroker({ store, database, logger: silentLogger, pollIntervalMs: 1_000 });
    await broker.declare([], [{ name: 'mall.kept', bindings: [] }]);
    const producer = producerOf(broker);
    const failed = database.transaction(async () => {
      await producer.send({ queue: 'mall.kept' }, 1);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await broker.counts('mall.kept')).toMatchObject({ messages: 0 });
    await database.transaction(() => producer.send({ queue: 'mall.kept' }, 1));
    expect(await broker.counts('mall.kept')).toMatchObject({ messages: 1 });
  });

  it('reports that there is no broker, also inside a transaction', async () => {
    const producer = producerOf(new NoBroker());
    const unavailable = { code: 'MESSAGE_BROKER_UNAVAILABLE', status: 503 };
    await expect(producer.send(target, 1)).rejects.toMatchObject(unavailable);
    await expect(database.transaction(() => producer.send(target, 1))).rejects.toMatchObject(unavailable);
  });

  it.each([
    ['no body', undefined, {}],
    ['a body that is no JSON', 1n, {}],
    ['a body of more than 1 MiB', 'x'.repeat(1_048_577), {}],
    ['a header of the platform', 1, { headers: { 'x-platform-tenant': '1' } }],
    ['a header in capitals', 1, { headers: { Colour: 'red' } }],
    ['a header that is an object', 1, { headers: { colour: {} as never } }],
    [
      'too many headers',
      1,
      { headers: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`h${n}`, 'value'])) },
    ],
    ['a delay of more than 24 days', 1, { delay: '25d' as const }],
  ])('refuses %s', async (_what, body, options) => {
    await expect(producerOf(far).send(target, body, options)).rejects.toMatchObject({
      code: 'MESSAGE_INVALID',
    });
  });
});
