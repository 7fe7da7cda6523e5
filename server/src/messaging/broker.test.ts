import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Broker, Consumer, Consumption, Delivery, Envelope, Outcome } from './broker/broker.ts';
import { availableBrokers, SUBJECT_NAMES, uniqueName, type BrokerSubject } from './testing/brokers.ts';
import { TOPIC_EXCHANGE } from './topology/declarations.ts';

const envelope = (
  to: { queue: string } | { key: string; exchange?: string },
  body: unknown = 1,
): Envelope => ({
  id: `id-${JSON.stringify(body).slice(0, 40)}`,
  exchange: 'queue' in to ? '' : (to.exchange ?? TOPIC_EXCHANGE),
  routingKey: 'queue' in to ? to.queue : to.key,
  body: JSON.stringify(body),
  headers: { kind: 'test', number: 7, yes: true },
  tenantId: '000007',
  sender: 'mall',
  sentAt: '2026-01-31T08:00:00.000Z',
});

/** Handles what it gets, and remembers it. */
function recording(queue: string, options: Partial<Consumer> = {}) {
  const seen: Delivery[] = [];
  const consumer: Consumer = {
    queue,
    concurrency: 1,
    attempts: 3,
    retryDelayMs: 20,
    handle: async () => ({ kind: 'done' }),
    ...options,
  };
  const handle = (delivery: Delivery): Promise<Outcome> => {
    seen.push(delivery);
    return consumer.handle(delivery);
  };
  return { seen, consumer: { ...consumer, handle } };
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within a minute: ${what}`);
    await sleep(5);
  }
}

const subjects = await availableBrokers();
for (const name of SUBJECT_NAMES) {
  const subject = subjects.find((one) => one.name === name);
  if (subject) describe(`broker contract: ${name}`, () => contract(subject));
  else describe.skip(`broker contract: ${name}, which does not answer`, () => undefined);
}

function contract(subject: BrokerSubject): void {
  let broker: Broker;
  const queues: string[] = [];
  const consuming: Consumption[] = [];
  const consume = (by: Broker, consumer: Consumer): Consumption => {
    const consumption = by.consume(consumer);
    consuming.push(consumption);
    return consumption;
  };
  const queue = async (what: string, ...keys: string[]): Promise<string> => {
    const name = uniqueName(what);
    queues.push(name);
    const bindings = keys.map((routingKey) => ({ exchange: TOPIC_EXCHANGE, routingKey }));
    await broker.declare([{ name: TOPIC_EXCHANGE, type: 'topic' }], [{ name, bindings }]);
    return name;
  };

  beforeAll(async () => {
    broker = await subject.open();
  });
  afterEach(async () => {
    await Promise.all(consuming.splice(0).map((consumption) => consumption.drain(100)));
  });
  afterAll(() => subject.close(queues));

  it('delivers messages complete and in order', async () => {
    const name = await queue('order');
    for (let body = 0; body < 20; body++) await broker.publish(envelope({ queue: name }, { body }), 0);
    const { seen, consumer } = recording(name);
    consume(broker, consumer);
    await until('twenty', () => seen.length === 20);
    expect(seen.map(({ body }) => (JSON.parse(body) as { body: number }).body)).toEqual([
      ...Array(20).keys(),
    ]);
    expect(seen[0]).toEqual({ ...envelope({ queue: name }, { body: 0 }), queue: name, attempt: 1 });
    await until('empty', async () => (await broker.counts(name)).messages === 0);
  });

  it('wakes a waiting consumer', async () => {
    const name = await queue('wake');
    const { seen, consumer } = recording(name);
    consume(broker, consumer);
    await sleep(50);
    await broker.publish(envelope({ queue: name }), 0);
    await until('one', () => seen.length === 1);
  });

  it('routes by topic to every bound queue, once', async () => {
    const key = uniqueName('topic');
    const one = await queue('one', `${key}.order.*`, `${key}.#`);
    const two = await queue('two', `${key}.*.paid`);
    const none = await queue('none', `${key}.order`);
    const first = recording(one);
    const second = recording(two);
    const third = recording(none);
    for (const { consumer } of [first, second, third]) consume(broker, consumer);
    await broker.publish(envelope({ key: `${key}.order.paid` }), 0);
    await until('both', () => first.seen.length === 1 && second.seen.length === 1);
    await sleep(50);
    expect([first.seen.length, second.seen.length, third.seen.length]).toEqual([1, 1, 0]);
    expect(second.seen[0]).toMatchObject({
      exchange: TOPIC_EXCHANGE,
      routingKey: `${key}.order.paid`,
      queue: two,
    });
  });

  it('supports other exchange types, and refuses undeclared targets', async () => {
    const fanout = uniqueName('fanout');
    const direct = uniqueName('direct');
    const name = uniqueName('of-both');
    queues.push(name);
    await broker.declare(
      [
        { name: fanout, type: 'fanout' },
        { name: direct, type: 'direct' },
      ],
      [
        {
          name,
          bindings: [
            { exchange: fanout, routingKey: '' },
            { exchange: direct, routingKey: 'right' },
          ],
        },
      ],
    );
    const { seen, consumer } = recording(name);
    consume(broker, consumer);
    await broker.publish(envelope({ exchange: fanout, key: 'any' }, 'fanout'), 0);
    await broker.publish(envelope({ exchange: direct, key: 'wrong' }, 'wrong'), 0);
    await broker.publish(envelope({ exchange: direct, key: 'right' }, 'direct'), 0);
    await until('two', () => seen.length === 2);
    expect(seen.map(({ body }) => body)).toEqual(['"fanout"', '"direct"']);
    const unknown = { code: 'MESSAGE_TARGET_UNKNOWN' };
    await expect(broker.publish(envelope({ queue: 'test.nowhere' }), 0)).rejects.toMatchObject(unknown);
    await expect(broker.publish(envelope({ exchange: 'test.nowhere', key: 'x' }), 0)).rejects.toMatchObject(
      unknown,
    );
  });

  it('settles a message only after it has been handled', async () => {
    const name = await queue('ack');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { seen, consumer } = recording(name, {
      handle: async () => {
        await released;
        return { kind: 'done' };
      },
    });
    const consumption = consume(broker, consumer);
    await broker.publish(envelope({ queue: name }), 0);
    await until('begun', () => seen.length === 1);
    consumption.stop();
    expect(await consumption.drain(0)).toBe(1);
    const next = recording(name);
    consume(broker, next.consumer);
    await until('given back', () => next.seen.length === 1);
    release();
    expect(next.seen[0]).toMatchObject({ id: seen[0]?.id, attempt: 1 });
    await until('settled', async () => (await broker.counts(name)).messages === 0);
  });

  it('waits for current deliveries when it stops, and takes no more', async () => {
    const name = await queue('drain');
    let ended = 0;
    const { seen, consumer } = recording(name, {
      handle: async () => {
        await sleep(150);
        ended += 1;
        return { kind: 'done' };
      },
    });
    const consumption = consume(broker, consumer);
    for (const body of [1, 2, 3]) await broker.publish(envelope({ queue: name }, body), 0);
    await until('begun', () => seen.length === 1);
    consumption.stop();
    expect(await consumption.drain(30_000)).toBe(0);
    expect([seen.length, ended]).toEqual([1, 1]);
    await until('two wait', async () => (await broker.counts(name)).messages === 2);
  });

  it('retries with growing delays, then makes a dead letter', async () => {
    const name = await queue('retry');
    const times: number[] = [];
    const { seen, consumer } = recording(name, {
      retryDelayMs: 60,
      handle: async () => {
        times.push(performance.now());
        return { kind: 'failed', reason: 'not today' };
      },
    });
    consume(broker, consumer);
    await broker.publish(envelope({ queue: name }, 'bad'), 0);
    await broker.publish(envelope({ queue: name }, 'bad too'), 0);
    await until('dead', async () => (await broker.counts(name)).deadLetters === 2);
    const attempts = seen.filter(({ body }) => body === '"bad"').map(({ attempt }) => attempt);
    expect(attempts).toEqual([1, 2, 3]);
    const [first = 0, , third = 0] = times.filter((_, index) => seen[index]?.body === '"bad"');
    expect(third - first).toBeGreaterThanOrEqual(170);
    expect(await broker.counts(name)).toEqual({ queue: name, messages: 0, deadLetters: 2 });
  });

  it('makes a rejected message a dead letter at once, and redelivers dead letters on request', async () => {
    const name = await queue('reject');
    let outcome: Outcome = { kind: 'rejected', reason: 'never' };
    const { seen, consumer } = recording(name, { handle: async () => outcome });
    consume(broker, consumer);
    await broker.publish(envelope({ queue: name }, 'no'), 0);
    await until('dead', async () => (await broker.counts(name)).deadLetters === 1);
    expect(seen).toHaveLength(1);
    const letter = { ...envelope({ queue: name }, 'no'), reason: 'never' };
    expect(await broker.deadLetters(name, 10)).toEqual([letter]);
    await expect.poll(() => broker.deadLetters(name, 10)).toEqual([letter]);
    outcome = { kind: 'done' };
    expect(await broker.redeliver(name)).toBe(1);
    await until('again', () => seen.length === 2);
    expect(seen[1]).toEqual(seen[0]);
    await until('gone', async () => (await broker.counts(name)).deadLetters === 0);
  });

  it('redelivers chosen dead letters, and drops chosen ones', async () => {
    const name = await queue('chosen');
    const kept = { queue: name };
    let outcome: Outcome = { kind: 'rejected', reason: 'never' };
    const { seen, consumer } = recording(name, { handle: async () => outcome });
    consume(broker, consumer);
    const letters = ['a', 'b', 'c', 'd'].map((body) => ({ ...envelope(kept, body), id: `${name}-${body}` }));
    for (const letter of letters) await broker.publish(letter, 0);
    await until('dead', async () => (await broker.counts(name)).deadLetters === 4);
    expect(await broker.deadLetters(name, 2)).toHaveLength(2);
    const left = async () => (await broker.deadLetters(name, 10)).map(({ id }) => id).toSorted();
    expect(await broker.discard(name, [`${name}-b`, 'of no message'])).toBe(1);
    await expect.poll(left).toEqual([`${name}-a`, `${name}-c`, `${name}-d`]);
    outcome = { kind: 'done' };
    expect(await broker.redeliver(name, [`${name}-c`])).toBe(1);
    await until('again', () => seen.length === 5);
    expect(seen.at(-1)?.id).toBe(`${name}-c`);
    await expect.poll(left).toEqual([`${name}-a`, `${name}-d`]);
    expect(await broker.discard(name)).toBe(2);
    await expect.poll(left).toEqual([]);
  });

  it('counts no attempt when a message is postponed', async () => {
    const name = await queue('postpone');
    let times = 0;
    const { seen, consumer } = recording(name, {
      attempts: 1,
      handle: async () => (++times < 3 ? { kind: 'postponed', delayMs: 20 } : { kind: 'done' }),
    });
    consume(broker, consumer);
    await broker.publish(envelope({ queue: name }), 0);
    await until('three', () => seen.length === 3);
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
  });

  it('hides a delayed message, and lets others pass it', async () => {
    const key = uniqueName('later');
    const name = await queue('delay', key);
    const { seen, consumer } = recording(name);
    consume(broker, consumer);
    const sent = performance.now();
    await Promise.all([
      broker.publish(envelope({ queue: name }, 'late'), 1_000),
      broker.publish(envelope({ key }, 'less late'), 500),
      broker.publish(envelope({ queue: name }, 'now'), 0),
    ]);
    await until('three', () => seen.length === 3);
    expect(performance.now() - sent).toBeGreaterThanOrEqual(995);
    expect(seen.map(({ body }) => body)).toEqual(['"now"', '"less late"', '"late"']);
    expect(seen[1]).toMatchObject({ exchange: TOPIC_EXCHANGE, routingKey: key });
    expect(seen[2]).toMatchObject({ exchange: '', routingKey: name, attempt: 1 });
  });

  it('handles at most as many messages in parallel as requested', async () => {
    const name = await queue('many');
    let running = 0;
    let most = 0;
    const { promise: together, resolve: four } = Promise.withResolvers<void>();
    const { seen, consumer } = recording(name, {
      concurrency: 4,
      handle: async () => {
        most = Math.max(most, ++running);
        if (running === 4) four();
        await together;
        await sleep(20);
        running -= 1;
        return { kind: 'done' };
      },
    });
    consume(broker, consumer);
    for (let body = 0; body < 12; body++) await broker.publish(envelope({ queue: name }, body), 0);
    await until('twelve', () => seen.length === 12);
    expect(most).toBe(4);
  });

  it('shares a queue among hosts: each message once; messages of a stopped host go to the other', async () => {
    const name = await queue('shared');
    const other = await subject.open();
    await other.declare([], [{ name, bindings: [] }]);
    const mine = recording(name, { concurrency: 2 });
    const theirs = recording(name, { concurrency: 2 });
    const consumption = consume(broker, mine.consumer);
    consume(other, theirs.consumer);
    for (let body = 0; body < 40; body++) await broker.publish(envelope({ queue: name }, body), 0);
    await until('forty', () => mine.seen.length + theirs.seen.length >= 40);
    const bodies = [...mine.seen, ...theirs.seen].map(({ body }) => body);
    expect(new Set(bodies).size).toBe(40);
    expect(bodies).toHaveLength(40);
    await consumption.drain(1_000);
    await broker.publish(envelope({ queue: name }, 'for the other'), 0);
    await until('the other', () => theirs.seen.some(({ body }) => body === '"for the other"'));
  });

  it('keeps messages, queues and bindings over a restart', async () => {
    const key = uniqueName('kept');
    const name = await queue('kept', key);
    const first = await subject.open();
    await first.declare([{ name: TOPIC_EXCHANGE, type: 'topic' }], []);
    await first.publish(envelope({ queue: name }, 'before'), 0);
    await first.publish(envelope({ queue: name }, 'later'), 100);
    await first.close();
    const second = await subject.open();
    expect(await second.hasQueue(name)).toBe(true);
    expect(await second.hasQueue(uniqueName('other'))).toBe(false);
    await second.declare([{ name: TOPIC_EXCHANGE, type: 'topic' }], []);
    await second.publish(envelope({ key }, 'bound'), 0);
    const { seen, consumer } = recording(name);
    consume(second, consumer);
    await until('three', () => seen.length === 3);
    expect(seen.map(({ body }) => body).sort()).toEqual(['"before"', '"bound"', '"later"']);
  });

  it('accepts messages of a mebibyte', async () => {
    const name = await queue('large');
    const { seen, consumer } = recording(name);
    consume(broker, consumer);
    const body = 'ä'.repeat(520_000);
    await broker.publish(envelope({ queue: name }, body), 0);
    await until('large', () => seen.length === 1);
    expect(JSON.parse(seen[0]?.body ?? '')).toBe(body);
  });
}
