import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOST_ID } from '../../data/index.ts';
import { TestHost, TOKEN } from '../../plugin-runtime/testing/test-host.ts';
import { schedulerModule } from '../index.ts';
import { job } from './job-source.ts';

interface Run {
  readonly jobId: number;
  readonly node: string;
  readonly status: string;
}

/** Tests of every kind of center that two hosts share. */
export function twoHostsSuite(args: readonly string[]): void {
  const hosts: TestHost[] = [];
  const send = (host: TestHost | undefined, method: string, path: string, body: object = {}) =>
    host?.get(path, {
      method,
      token: TOKEN,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const add = async (host: TestHost | undefined, jobName: string): Promise<number> => {
    const task = { jobName, executor: 'shared.job', cron: '* * * * * *', status: 1 };
    const answer = await send(host, 'POST', '/scheduler/task', task);
    return Number((answer?.body['data'] as { jobId: number } | undefined)?.jobId);
  };
  const runsOf = async (host: TestHost | undefined, jobIds: readonly number[]): Promise<Run[]> => {
    const rows = (await host?.get('/scheduler/log/list?pageSize=500'))?.body['rows'] as Run[];
    return rows.filter(({ jobId }) => jobIds.includes(jobId));
  };
  /** Disables tasks. @returns their runs, once none continues */
  const end = async (host: TestHost | undefined, jobIds: readonly number[]): Promise<Run[]> => {
    for (const jobId of jobIds) await send(host, 'PUT', `/scheduler/task/${jobId}/status`, { status: 0 });
    await sleep(150);
    const going = async () => (await runsOf(host, jobIds)).filter(({ status }) => status === 'running');
    await expect.poll(going).toEqual([]);
    return runsOf(host, jobIds);
  };
  /** No task has run more often than seconds have begun since it was added, all by now. */
  const expectOnce = (runs: readonly Run[], addedAt: number): void => {
    const times = Math.floor(Date.now() / 1_000) - Math.floor(addedAt / 1_000);
    for (const jobIds of Object.values(Object.groupBy(runs, ({ jobId }) => jobId)))
      expect(jobIds?.length).toBeLessThanOrEqual(times);
    expect(runs.every(({ status }) => status === 'succeeded')).toBe(true);
  };

  beforeAll(async () => {
    const options = { permissions: ['*:*:*'], modules: [schedulerModule] };
    const first = await TestHost.start({ ...options, args });
    hosts.push(first);
    const { directory } = first.workshop;
    const shared = [`--database.file=${directory}/platform.db`, ...args];
    const own = `--platform.data-dir=${directory}/second`;
    await cp(join(directory, 'config'), join(directory, 'second', 'config'), { recursive: true });
    hosts.push(await TestHost.start({ ...options, args: [...shared, own] }, first.workshop));
    const work = 'await new Promise((done) => setTimeout(done, 30)); return ExecuteResult.success();';
    const jar = await first.workshop.jar('shared', '1.0.0', job('shared', 'shared.job', work));
    for (const host of hosts) await host.runtime.load('shared', jar);
  });
  afterAll(async () => {
    for (const [index, host] of hosts.entries()) await host.stop({ keepFiles: index < hosts.length - 1 });
  });

  it('run each time once, on either host', async () => {
    const begun = Date.now();
    const tasks: number[] = [];
    for (let number = 0; number < 6; number++) tasks.push(await add(hosts[number % 2], `task ${number}`));
    const leastRuns = async () => {
      const runs = await runsOf(hosts[0], tasks);
      return Math.min(...tasks.map((task) => runs.filter(({ jobId }) => jobId === task).length));
    };
    await expect.poll(leastRuns).toBeGreaterThanOrEqual(2);
    expectOnce(await end(hosts[0], tasks), begun);
  });

  it('one continues when the other stops', async () => {
    const begun = Date.now();
    const jobId = await add(hosts[0], 'survivor');
    await hosts.shift()?.stop({ keepFiles: true });
    const nodes = async () => (await runsOf(hosts[0], [jobId])).map(({ node }) => node);
    await expect.poll(nodes).toContain(hosts[0]?.modules.services.use(HOST_ID));
    expectOnce(await end(hosts[0], [jobId]), begun);
  });
}
