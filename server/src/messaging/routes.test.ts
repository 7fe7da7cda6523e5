import { MessageProducer } from '@platform/plugin-sdk/mq';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, startTestHost, type Client, type TestHost } from '../system/testing/host.ts';
import { MESSAGING } from './index.ts';

let host: TestHost;
let admin: Client;
beforeAll(async () => {
  host = await startTestHost({ args: ['--messaging.queues=audit.all', '--messaging.poll-interval-ms=20'] });
  admin = await host.admin();
});
afterAll(() => host.stop());

const queues = async () => dataOf<{ queues: object[] }>(await admin('GET', '/system/messaging/queues'));

it('spec: E4: an operator lists the declared queues with their messages, and redelivers dead letters', async () => {
  const messaging = host.services.use(MESSAGING);
  let outcome: 'rejected' | 'done' = 'rejected';
  const consumption = messaging.consume({
    queue: 'audit.all',
    concurrency: 1,
    attempts: 1,
    retryDelayMs: 1,
    handle: async () => (outcome === 'done' ? { kind: 'done' } : { kind: 'rejected', reason: 'not yet' }),
  });
  await host.services.use(MessageProducer).send({ queue: 'audit.all' }, { n: 1 });
  const audit = { queue: 'audit.all', messages: 0, deadLetters: 1, consumers: 1, appCode: null };
  const center = { queue: 'platform.notices', messages: 0, deadLetters: 0, consumers: 1, appCode: null };
  await expect
    .poll(queues)
    .toEqual({ kind: 'embedded', available: true, reason: null, queues: [audit, center] });
  const dead = await admin('GET', '/system/messaging/queues/audit.all/dead');
  expect(dataOf(dead)).toMatchObject([{ reason: 'not yet', body: '{"n":1}', tenantId: null, sender: null }]);
  outcome = 'done';
  const answer = await admin('POST', '/system/messaging/queues/audit.all/redeliver');
  expect(dataOf(answer)).toEqual({ redelivered: 1 });
  await expect.poll(queues).toMatchObject({ queues: [{ ...audit, deadLetters: 0 }, center] });
  consumption.stop();
  await consumption.drain(100);
  expect((await queues()).queues[0]).toMatchObject({ consumers: 0 });
});

it('drops chosen dead letters, and then the rest', async () => {
  const messaging = host.services.use(MESSAGING);
  const consumption = messaging.consume({
    queue: 'audit.all',
    appCode: 'audit',
    concurrency: 1,
    attempts: 1,
    retryDelayMs: 1,
    handle: async () => ({ kind: 'rejected', reason: 'never' }),
  });
  for (const n of [1, 2, 3]) await host.services.use(MessageProducer).send({ queue: 'audit.all' }, { n });
  await expect.poll(queues).toMatchObject({ queues: [{ deadLetters: 3, appCode: 'audit' }, {}] });
  const dead = async () =>
    dataOf<Array<{ id: string; body: string }>>(
      await admin('GET', '/system/messaging/queues/audit.all/dead'),
    );
  const [first] = await dead();
  const path = '/system/messaging/queues/audit.all/dead';
  expect(dataOf(await admin('POST', path, { action: 'discard', ids: [first?.id] }))).toEqual({ settled: 1 });
  expect((await dead()).map(({ body }) => body)).toEqual(['{"n":2}', '{"n":3}']);
  expect(dataOf(await admin('POST', path, { action: 'redeliver' }))).toEqual({ settled: 2 });
  await expect.poll(dead).toHaveLength(2);
  expect(dataOf(await admin('POST', path, { action: 'discard' }))).toEqual({ settled: 2 });
  expect(await dead()).toEqual([]);
  consumption.stop();
  await consumption.drain(100);
});

it('returns 404 for an unknown queue', async () => {
  expect((await admin('POST', '/system/messaging/queues/nowhere/redeliver')).body).toMatchObject({
    code: 404,
    error: 'RECORD_NOT_FOUND',
  });
});
