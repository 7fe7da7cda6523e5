import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHost } from '../testing/test-host.ts';

const IMPORTS = `
import { Component } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { Scheduled } from '@platform/plugin-sdk/job';
`;
const tasks = (body: string): Record<string, string> => ({
  'task/tasks.ts': `${IMPORTS}
@Component({ inject: [Logger, TenantContext] }) export class Tasks {
  constructor(private readonly log: Logger, private readonly tenants: TenantContext) {}
  ${body}
}`,
});

describe('scheduled methods', () => {
  let host: TestHost;
  const lines = (text: string): number => host.log.filter(({ message }) => message === text).length;
  beforeAll(async () => {
    host = await TestHost.start({
      args: ['--app-market.plugin-runtime.drain-timeout-ms=60'],
      access: { state: () => 'enabled', tenants: () => ['000000', '000001'] },
    });
  });
  afterAll(() => host.stop());

  it('spec: L5, E4, @Scheduled runs on this instance from the switch to the unload', async () => {
    await host.load(
      'tick',
      '1.0.0',
      tasks(`@Scheduled({ every: '10ms' }) tick() { this.log.info('tick old'); }`),
    );
    await expect.poll(() => lines('tick old')).toBeGreaterThan(1);
    await host.load(
      'tick',
      '1.0.1',
      tasks(`@Scheduled({ every: '10ms' }) tick() { this.log.info('tick new'); }`),
    );
    const old = lines('tick old');
    await expect.poll(() => lines('tick new')).toBeGreaterThan(1);
    expect(lines('tick old')).toBe(old);
    await host.runtime.unload('tick');
    const last = lines('tick new');
    await sleep(40);
    expect(lines('tick new')).toBe(last);
  });

  it('runs by cron with seconds, in its time zone', async () => {
    await host.load(
      'cron',
      '1.0.0',
      tasks(
        `@Scheduled({ cron: '* * * * * *', timeZone: 'Asia/Tokyo' }) every() { this.log.info('a second'); }`,
      ),
    );
    await expect.poll(() => lines('a second')).toBeGreaterThan(0);
    expect(host.runtime.describe('cron')?.schedules).toMatchObject([
      { name: 'cn.platform.cron.task.Tasks.every', when: '* * * * * * (Asia/Tokyo)', tenants: 'none' },
    ]);
    await host.runtime.unload('cron');
  });

  it('counts errors to the application, and continues', async () => {
    await host.load(
      'fails',
      '1.0.0',
      tasks(`@Scheduled({ every: '10ms' }) async fail() { throw new Error('no luck'); }`),
    );
    await expect.poll(() => host.runtime.describe('fails')?.schedules[0]?.runs).toBeGreaterThan(1);
    expect(host.runtime.describe('fails')?.degraded).toMatchObject({ lastMessage: 'no luck' });
    await host.runtime.unload('fails');
  });

  it('runs without a tenant, or for each tenant that has the application', async () => {
    await host.load(
      'tenant',
      '1.0.0',
      tasks(`
  @Scheduled({ every: '10ms' }) none() { this.log.info('of ' + this.tenants.current()); }
  @Scheduled({ every: '10ms', tenants: 'each' }) each() { this.log.info('each ' + this.tenants.current()); }`),
    );
    await expect.poll(() => lines('each 000001')).toBeGreaterThan(0);
    expect(lines('each 000000')).toBeGreaterThan(0);
    await expect.poll(() => lines('of undefined')).toBeGreaterThan(0);
    await host.runtime.unload('tenant');
  });

  it('skips a run while the previous one continues; an unload names it', async () => {
    await host.load(
      'long',
      '1.0.0',
      tasks(
        `@Scheduled({ every: '5ms' }) async long() { this.log.info('begun'); await new Promise(() => {}); }`,
      ),
    );
    await expect.poll(() => lines('begun')).toBe(1);
    await sleep(30);
    expect(lines('begun')).toBe(1);
    expect(await host.runtime.unload('long')).toMatchObject({
      failures: ['cn.platform.long.task.Tasks.long is still running'],
    });
  });

  it('refuses invalid times, all at once', async () => {
    const body = `
  @Scheduled({ cron: '61 * * * *' }) a() {}
  @Scheduled({ cron: '0 0 30 2 *' }) b() {}
  @Scheduled({ cron: '0 0 * * *', timeZone: 'Mars/Base' }) c() {}
  @Scheduled({ every: 'soon' as '1s' }) d() {}
  @Scheduled({ every: '30d' }) e() {}`;
    const failure = await host.load('odd', '1.0.0', tasks(body)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'PLUGIN_SCHEDULE_INVALID', details: { loadStage: 'container' } });
    for (const name of 'abcde') expect(String(failure)).toContain(`odd.task.Tasks.${name} `);
  });
});
