import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEGACY, SIBLINGS } from '../kernel/index.ts';
import { SiblingGroup, type GroupMember } from '../kernel/testing/sibling-group.ts';
import { startMonitoredHost, type MonitoredHost } from './testing/monitored-host.ts';

describe('design 11.8-10: the workers of one machine', () => {
  const group = new SiblingGroup();
  const members: GroupMember[] = [];
  let first: MonitoredHost;
  let second: MonitoredHost;

  function start(): Promise<MonitoredHost> {
    const member = group.join();
    members.push(member);
    return startMonitoredHost({
      provide: (services) => {
        services.provide(SIBLINGS, member.siblings);
        services.provide(LEGACY, member.legacy);
      },
    });
  }

  beforeAll(async () => {
    [first, second] = await Promise.all([start(), start()]);
  });
  afterAll(() => Promise.all([first.stop(), second.stop()]));

  it('are listed by /actuator/info, also those that do not answer', async () => {
    const workers = async (): Promise<unknown> =>
      ((await second.see('/actuator/info')).json as { workers: unknown }).workers;
    const facts = { pid: process.pid, host: expect.any(String) as string, answers: true };
    await expect.poll(workers).toMatchObject([
      { number: 1, ...facts },
      { number: 2, ...facts },
    ]);
    group.blocked.add(members[0]?.siblings.own.token ?? '');
    expect(await workers()).toMatchObject([
      { number: 1, pid: 1_001, answers: false },
      { number: 2, ...facts },
    ]);
    const silent = await second.see('/actuator/threaddump?worker=1');
    expect(silent).toMatchObject({ status: 503, json: { error: 'WORKER_SILENT' } });
    group.blocked.clear();
  });

  it('make dumps and profiles for each other', async () => {
    const threads = await first.see('/actuator/threaddump?worker=2');
    expect(threads).toMatchObject({ status: 200, json: { threads: [{ threadName: 'main' }] } });
    const profile = await first.see('/actuator/cpuprofile?seconds=1&worker=2');
    expect(profile.status).toBe(200);
    expect(JSON.parse(profile.text)).toMatchObject({ nodes: expect.any(Array) as unknown[] });
    expect((await first.see('/actuator/cpuprofile?seconds=1&worker=1')).status).toBe(200);
    for (const path of ['threaddump?worker=3', 'heapdump?worker=3', 'cpuprofile?seconds=1&worker=3'])
      expect(await first.see(`/actuator/${path}`)).toMatchObject({
        status: 404,
        json: { error: 'WORKER_UNKNOWN' },
      });
    expect((await first.see('/actuator/threaddump?worker=0')).status).toBe(400);
  });

  it.runIf(isLongRun)('end a profile of another one when the client leaves', async () => {
    const abort = new AbortController();
    const left = first.see('/actuator/cpuprofile?seconds=60&worker=2', { signal: abort.signal });
    await expect
      .poll(async () => (await first.see('/actuator/cpuprofile?seconds=1')).status, { interval: 20 })
      .toBe(429);
    abort.abort();
    await expect(left).rejects.toThrow();
    await expect.poll(async () => (await first.see('/actuator/cpuprofile?seconds=1')).status).toBe(200);
  });

  it('answer one metric for all', async () => {
    const before = await first.see('/actuator/metrics/process.uptime');
    expect(before.json).toMatchObject({ measurements: [{ statistic: 'VALUE' }] });
    const path = '/actuator/metrics/http.server.requests?tag=uri:/system/site';
    for (const host of [first, second]) await host.anonymous('GET', '/system/site');
    await expect
      .poll(async () => (await second.see(path)).json)
      .toMatchObject({ measurements: [{ statistic: 'COUNT', value: 2 }, {}, {}] });
  });
});
