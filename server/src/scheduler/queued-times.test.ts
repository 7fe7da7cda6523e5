import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { availableRedis } from '../infra/testing/redis.ts';
import { TestHost, TOKEN } from '../plugin-runtime/testing/test-host.ts';
import { schedulerModule } from './index.ts';
import { job } from './testing/job-source.ts';
import { schedulerSuite } from './testing/scheduler-suite.ts';
import { twoHostsSuite } from './testing/two-hosts-suite.ts';

const found = await availableRedis();
await found?.close();
const onRedis = found ? describe : describe.skip;
const run = `platform-test:${randomUUID()}`;
const centerArgs = (name: string): string[] => [
  '--scheduler.center.address=redis://127.0.0.1:6379/0',
  `--cache.key-prefix=${run}:${name}:`,
];

/** Removes what the center keeps on Redis. */
async function forget(pattern: string): Promise<void> {
  const redis = await availableRedis();
  const keys = (await redis?.redis.keys(pattern)) ?? [];
  if (keys.length > 0) await redis?.redis.del(...keys);
  await redis?.close();
}

const start = (...args: string[]) =>
  TestHost.start({ args, permissions: ['*:*:*'], modules: [schedulerModule] });

async function addTask(host: TestHost, executor: string, cron: string): Promise<number> {
  const { status, body } = await host.get('/scheduler/task', {
    method: 'POST',
    token: TOKEN,
    body: JSON.stringify({ jobName: 'a task', executor, cron, status: 1 }),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
  return (body['data'] as { jobId: number }).jobId;
}

onRedis('the scheduler center on Redis', () => {
  afterAll(() => forget(`${run}:*`));

  describe('behaves like the embedded one', () => schedulerSuite(centerArgs('one')));

  // Ticks so far apart that nothing is found by looking: what runs was woken by the queue.
  describe('shared by two hosts', () => twoHostsSuite([...centerArgs('two'), '--scheduler.tick-ms=60000']));

  it('restores a time that Redis has lost', async () => {
    const host = await start(...centerArgs('lost'), '--scheduler.tick-ms=20');
    try {
      await host.load('lost', '1.0.0', job('lost', 'lost.job', 'return ExecuteResult.success();'));
      const jobId = await addTask(host, 'lost.job', '* * * * * *');
      await forget(`${run}:lost:*`);
      await vi.waitFor(async () => {
        const { body } = await host.get(`/scheduler/log/list?jobId=${jobId}`);
        expect((body['rows'] as unknown[]).length).toBeGreaterThan(0);
      });
    } finally {
      await host.stop();
    }
  });
});

it('a host starts, keeps its tasks and stops while Redis does not respond', async () => {
  const host = await start('--scheduler.center.address=redis://127.0.0.1:1/0');
  await host.load('alone', '1.0.0', job('alone', 'alone.job', 'return ExecuteResult.success();'));
  await addTask(host, 'alone.job', '0 3 * * *');
  expect(host.log.some(({ message }) => message.includes('does not respond'))).toBe(true);
  await host.stop();
});
