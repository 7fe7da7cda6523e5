import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { availableRedis } from '../infra/testing/redis.ts';
import { TestHost, TOKEN } from '../plugin-runtime/testing/test-host.ts';
import { schedulerModule } from './index.ts';
import { job } from './testing/job-source.ts';
import { schedulerSuite } from './testing/scheduler-suite.ts';

const ADDRESS = 'redis://127.0.0.1:6379/0';
const found = await availableRedis();
await found?.close();
const onRedis = found ? describe : describe.skip;
const centerArgs = (): string[] => [
  `--scheduler.center.address=${ADDRESS}`,
  `--cache.key-prefix=platform-test:${randomUUID()}:`,
];

onRedis('the scheduler center on Redis', () => {
  afterAll(async () => {
    const redis = await availableRedis();
    const left = (await redis?.redis.keys('platform-test:*scheduler:*')) ?? [];
    if (left.length > 0) await redis?.redis.del(...left);
    await redis?.close();
  });

  describe('does what the embedded one does', () => schedulerSuite(centerArgs()));

  describe('with two hosts', () => {
    const hosts: TestHost[] = [];
    const args = centerArgs();
    const send = (host: TestHost | undefined, method: string, path: string, body: object = {}) =>
      (host ?? hosts[0])?.get(path, {
        method,
        token: TOKEN,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });

    beforeAll(async () => {
      // Ticks so far apart that nothing is found by looking: what runs was woken by the queue.
      const options = { permissions: ['*:*:*'], modules: [schedulerModule] };
      const slow = [...args, '--scheduler.tick-ms=60000'];
      const first = await TestHost.start({ ...options, args: [...slow, '--platform.node=1'] });
      hosts.push(first);
      hosts.push(await TestHost.start({ ...options, args: [...slow, '--platform.node=2'] }, first.workshop));
      const sources = job(
        'shared',
        'shared.job',
        `await new Promise((done) => setTimeout(done, 30)); return ExecuteResult.success();`,
      );
      const jar = await first.workshop.jar('shared', '1.0.0', sources);
      for (const host of hosts) await host.runtime.load('shared', jar);
    }, 60_000);
    afterAll(async () => {
      for (const host of hosts.reverse()) await host.stop({ keepFiles: host !== hosts.at(-1) });
    });

    it('runs each time once, on time, whichever host takes it', async () => {
      const tasks: number[] = [];
      for (let number = 0; number < 6; number++) {
        const task = { jobName: `task ${number}`, executor: 'shared.job', cron: '* * * * * *', status: 1 };
        const answer = await send(hosts[number % 2], 'POST', '/scheduler/task', task);
        tasks.push((answer?.body['data'] as { jobId: number }).jobId);
      }
      await sleep(3_200);
      for (const jobId of tasks)
        await send(hosts[0], 'PUT', `/scheduler/task/${jobId}/status`, { status: 0 });
      await sleep(100);
      const rows = (await hosts[0]?.get('/scheduler/log/list?pageSize=100'))?.body['rows'] as Array<{
        jobId: number;
        node: string;
        status: string;
        startTime: string;
      }>;
      const seconds = rows.map(({ jobId, startTime }) => `${jobId} ${startTime.slice(0, 19)}`);
      expect(new Set(seconds).size).toBe(seconds.length);
      expect(rows.length).toBeGreaterThanOrEqual(tasks.length * 2);
      expect(rows.every(({ status }) => status === 'succeeded')).toBe(true);
    });

    it('finds a time again that Redis has lost', async () => {
      const quick = await TestHost.start(
        {
          permissions: ['*:*:*'],
          modules: [schedulerModule],
          args: [...args, '--scheduler.tick-ms=20', '--platform.node=3'],
        },
        hosts[0]?.workshop,
      );
      try {
        const sources = job('lost', 'lost.job', 'return ExecuteResult.success();');
        await quick.load('lost', '1.0.0', sources);
        const task = { jobName: 'lost', executor: 'lost.job', cron: '* * * * * *', status: 1 };
        const answer = await send(quick, 'POST', '/scheduler/task', task);
        const { jobId } = answer?.body['data'] as { jobId: number };
        const redis = await availableRedis();
        const prefix = args[1]?.split('=')[1] ?? '';
        const keys = (await redis?.redis.keys(`${prefix}scheduler:*`)) ?? [];
        if (keys.length > 0) await redis?.redis.del(...keys);
        await redis?.close();
        await vi.waitFor(async () => {
          const { body } = await quick.get(`/scheduler/log/list?jobId=${jobId}`);
          expect((body['rows'] as unknown[]).length).toBeGreaterThan(0);
        }, 5_000);
      } finally {
        await quick.stop({ keepFiles: true });
      }
    });
  });
});

it('a host starts, keeps its tasks and stops while the scheduler center does not answer', async () => {
  const host = await TestHost.start({
    args: ['--scheduler.center.address=redis://127.0.0.1:1/0'],
    permissions: ['*:*:*'],
    modules: [schedulerModule],
  });
  await host.load('alone', '1.0.0', job('alone', 'alone.job', 'return ExecuteResult.success();'));
  const answer = await host.get('/scheduler/task', {
    method: 'POST',
    token: TOKEN,
    body: JSON.stringify({ jobName: 'x', executor: 'alone.job', cron: '0 3 * * *', status: 1 }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect(host.log.some(({ message }) => message.includes('does not answer'))).toBe(true);
  await host.stop();
}, 20_000);
