import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHost, TOKEN } from '../../plugin-runtime/testing/test-host.ts';
import { schedulerModule } from '../index.ts';
import { job } from './job-source.ts';

interface Run {
  readonly jobId: number;
  readonly node: string;
  readonly status: string;
  readonly startTime: string;
}

/** What every kind of center does where two hosts share it. */
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
  const expectOnce = (runs: readonly Run[]): void => {
    const times = runs.map(({ jobId, startTime }) => `${jobId} ${startTime.slice(0, 19)}`);
    expect(new Set(times).size).toBe(times.length);
    expect(runs.every(({ status }) => status === 'succeeded')).toBe(true);
  };

  beforeAll(async () => {
    const options = { permissions: ['*:*:*'], modules: [schedulerModule] };
    const first = await TestHost.start({ ...options, args: [...args, '--platform.node=1'] });
    hosts.push(first);
    hosts.push(await TestHost.start({ ...options, args: [...args, '--platform.node=2'] }, first.workshop));
    const work = 'await new Promise((done) => setTimeout(done, 30)); return ExecuteResult.success();';
    const jar = await first.workshop.jar('shared', '1.0.0', job('shared', 'shared.job', work));
    for (const host of hosts) await host.runtime.load('shared', jar);
  }, 60_000);
  afterAll(async () => {
    for (const [index, host] of hosts.entries()) await host.stop({ keepFiles: index < hosts.length - 1 });
  });

  it('each time is run once, on time, by whichever host takes it', async () => {
    const tasks: number[] = [];
    for (let number = 0; number < 6; number++) tasks.push(await add(hosts[number % 2], `task ${number}`));
    await sleep(2_300);
    for (const jobId of tasks) await send(hosts[0], 'PUT', `/scheduler/task/${jobId}/status`, { status: 0 });
    await sleep(150);
    const runs = await runsOf(hosts[0], tasks);
    expectOnce(runs);
    // Two whole seconds have begun since.
    expect(runs.length).toBeGreaterThanOrEqual(tasks.length * 2);
  });

  it('when one host stops, the other one goes on', async () => {
    const jobId = await add(hosts[0], 'survivor');
    await hosts.shift()?.stop({ keepFiles: true });
    await sleep(1_500);
    await send(hosts[0], 'PUT', `/scheduler/task/${jobId}/status`, { status: 0 });
    await sleep(150);
    const runs = await runsOf(hosts[0], [jobId]);
    expectOnce(runs);
    expect(runs.filter(({ node }) => node === '2').length).toBeGreaterThanOrEqual(1);
  });
}
