import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { TestHost, TOKEN } from '../plugin-runtime/testing/test-host.ts';
import { nextTime } from './cron-times.ts';
import { schedulerModule } from './index.ts';
import { job } from './testing/job-source.ts';
import { schedulerSuite } from './testing/scheduler-suite.ts';
import { twoHostsSuite } from './testing/two-hosts-suite.ts';

await describeHostDatabases('the embedded scheduler center', ['sqlite', 'mysql'], ({ args }) => {
  schedulerSuite(args);
});
// Hosts share a server; an SQLite file is one host's.
await describeHostDatabases(
  'the embedded scheduler center shared by two hosts',
  ['sqlite', 'postgres'],
  ({ name, args }) => {
    if (name === 'sqlite') it.skip('does not run on an SQLite file');
    else twoHostsSuite([...args, '--scheduler.tick-ms=50']);
  },
);

describe('the job scheduler center with an empty address is disabled', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start({
      args: ['--scheduler.center.address=', '--scheduler.tick-ms=10'],
      permissions: ['*:*:*'],
      modules: [schedulerModule],
    });
  });
  afterAll(() => host.stop());

  it('tasks are kept but never run, neither scheduled nor by hand, and the shell reports it', async () => {
    await host.load('idle', '1.0.0', job('idle', 'idle.job', 'return ExecuteResult.success();'));
    const send = (method: string, path: string, body: object = {}) =>
      host.get(path, {
        method,
        token: TOKEN,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    expect((await host.get('/scheduler/center')).body['data']).toMatchObject({ kind: 'disabled' });
    const task = { jobName: 'x', executor: 'idle.job', cron: '* * * * * *', status: 1 };
    const { body } = await send('POST', '/scheduler/task', task);
    const { jobId } = body['data'] as { jobId: number };
    expect(await send('POST', `/scheduler/task/${jobId}/run`)).toMatchObject({
      status: 409,
      body: { error: 'JOB_CENTER_DISABLED' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await host.get('/scheduler/log/list')).body['rows']).toEqual([]);
    expect(host.log.some(({ message }) => message.includes('disabled'))).toBe(true);
  });
});

describe('cron', () => {
  it('follows the time zone over changes of summer time', () => {
    const after = Date.parse('2026-03-28T12:00:00Z');
    expect(nextTime('30 8 * * *', 'Europe/Berlin', after)).toBe('2026-03-29T06:30:00.000Z');
    expect(nextTime('30 8 * * *', 'UTC', after)).toBe('2026-03-29T08:30:00.000Z');
  });
});
