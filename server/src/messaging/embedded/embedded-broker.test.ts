import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SnowflakeIds } from '../../data/ids/snowflake-ids.ts';
import type { SqlDatabase } from '../../data/sql-database.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { requestContext, silentLogger, systemClock } from '../../kernel/index.ts';
import type { Delivery } from '../broker/broker.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { EmbeddedBroker } from './embedded-broker.ts';
import { LEASE_MS, MessageStore } from './message-store.ts';

const envelope = {
  id: 'm-1',
  exchange: '',
  routingKey: 'test.crash',
  body: '1',
  headers: {},
  tenantId: undefined,
  sender: undefined,
  sentAt: undefined,
};

describe('the embedded broker after a host was killed', () => {
  let database: SqlDatabase;
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const brokers: EmbeddedBroker[] = [];
  const storeOf = (owner: string, node: number) =>
    new MessageStore({ database, ids: new SnowflakeIds(systemClock, node), clock, owner });
  async function open(owner: string, node = 1, attempts = 3) {
    const broker = new EmbeddedBroker({
      store: storeOf(owner, node),
      database,
      logger: silentLogger,
      pollIntervalMs: 20,
    });
    brokers.push(broker);
    await broker.open();
    await broker.declare([], [{ name: 'test.crash', bindings: [] }]);
    const seen: Delivery[] = [];
    const consume = () =>
      broker.consume({
        queue: 'test.crash',
        concurrency: 1,
        attempts,
        retryDelayMs: 1,
        handle: async (delivery) => {
          seen.push(delivery);
          return { kind: 'done' };
        },
      });
    return { broker, seen, consume };
  }

  beforeEach(async () => {
    ahead = 0;
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  });
  afterEach(async () => {
    for (const broker of brokers.splice(0)) await broker.close();
    await database.close();
  });

  /** Takes the message and says nothing more. */
  async function die(owner: string): Promise<void> {
    const { broker } = await open(owner);
    await broker.publish(envelope, 0);
    expect(await storeOf(owner, 1).claim('test.crash', 1)).toHaveLength(1);
  }

  it('redelivers the message as a further attempt when that host is back', async () => {
    await die('node-1');
    const { seen, consume } = await open('node-1');
    consume();
    await expect.poll(() => seen.map(({ attempt }) => attempt)).toEqual([2]);
  });

  it('gives the message to another host when the lease of the dead one expires', async () => {
    await die('node-1');
    const { seen, consume } = await open('node-2', 2);
    consume();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen).toEqual([]);
    ahead = LEASE_MS + 1;
    await expect.poll(() => seen.map(({ attempt }) => attempt)).toEqual([2]);
  });

  it('does not prolong the lease of a message that another host has taken over', async () => {
    await die('node-1');
    const [one, two] = [storeOf('node-1', 1), storeOf('node-2', 2)];
    ahead = LEASE_MS + 1;
    const [taken] = await two.claim('test.crash', 1);
    ahead += LEASE_MS / 2;
    await one.extend([taken?.rowId ?? 0]);
    ahead += LEASE_MS / 2 + 1_000;
    expect(await one.claim('test.crash', 1)).toHaveLength(1);
  });

  it('makes a message that kills the host each time a dead letter', async () => {
    await die('node-1');
    const { broker, seen, consume } = await open('node-1', 1, 1);
    consume();
    await expect.poll(() => broker.counts('test.crash')).toMatchObject({ messages: 0, deadLetters: 1 });
    expect(seen).toEqual([]);
  });

  it("handles messages without the sender's context: no tenant, user or transaction", async () => {
    const { broker } = await open('node-1');
    const contexts: unknown[] = [];
    broker.consume({
      queue: 'test.crash',
      concurrency: 1,
      attempts: 1,
      retryDelayMs: 1,
      handle: async () => {
        contexts.push([requestContext.current(), database.inTransaction]);
        return { kind: 'done' };
      },
    });
    await requestContext.runAs('000001', () => database.transaction(() => broker.publish(envelope, 0)));
    await expect.poll(() => contexts).toEqual([[undefined, false]]);
  });
});

it('issue H: hosts that become ready for an application at once all declare its queue', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const stores = [1, 2, 3].map(
    (node) =>
      new MessageStore({
        database,
        ids: new SnowflakeIds(systemClock, node),
        clock: systemClock,
        owner: `node-${node}`,
      }),
  );
  const queue = { name: 'test.both', bindings: [{ exchange: 'events', routingKey: 'order.*' }] };
  await Promise.all(stores.map((store) => store.saveQueue(queue)));
  expect(await stores[0]?.queues()).toEqual([queue]);
  await database.close();
});

it('logs that a message could not be settled', async () => {
  const database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
  const store = new MessageStore({
    ...{ database, ids: new SnowflakeIds(systemClock, 1), clock: systemClock, owner: 'node-1' },
  });
  store.remove = () => Promise.reject(new Error('disk full'));
  const lines: LogLine[] = [];
  const logger = collectingLogger(lines);
  const broker = new EmbeddedBroker({ store, database, logger, pollIntervalMs: 20 });
  await broker.open();
  await broker.declare([], [{ name: 'test.crash', bindings: [] }]);
  broker.consume({
    ...{ queue: 'test.crash', concurrency: 1, attempts: 1, retryDelayMs: 1 },
    handle: async () => ({ kind: 'done' }),
  });
  await broker.publish(envelope, 0);
  await expect
    .poll(() => lines)
    .toContainEqual({
      level: 'error',
      message: 'Messages of test.crash could not be received or settled',
      fields: { error: new Error('disk full') },
    });
  await broker.close();
  await database.close();
});
