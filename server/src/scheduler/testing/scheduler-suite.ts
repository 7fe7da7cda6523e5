import { setTimeout as sleep } from 'node:timers/promises';
import { JobFailedEvent, NoticeService } from '@platform/plugin-sdk/core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE, IDS } from '../../data/index.ts';
import { EVENTS } from '../../infra/index.ts';
import { CLOCK, defineModule, requestContext } from '../../kernel/index.ts';
import { TestHost, TOKEN } from '../../plugin-runtime/testing/test-host.ts';
import { schedulerModule } from '../index.ts';
import { RunStore } from '../run-store.ts';
import { job } from './job-source.ts';

const EVERY_SECOND = '* * * * * *';
const NEVER_SOON = '0 0 1 1 *';

/** Tests of every kind of center, on every database. */
export function schedulerSuite(args: readonly string[]): void {
  let host: TestHost;
  let now: number;
  const notices: object[] = [];
  const send = (method: string, path: string, body?: object) =>
    host.get(path, {
      method,
      token: TOKEN,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
  const add = async (task: object): Promise<number> => {
    const { body } = await send('POST', '/scheduler/task', { jobName: 'a task', cron: NEVER_SOON, ...task });
    return (body['data'] as { jobId: number }).jobId;
  };
  const history = async (jobId: number) => {
    const { body } = await host.get(`/scheduler/log/list?jobId=${jobId}&pageSize=100`);
    return body['rows'] as Array<{ status: string; message: string; attempt: number; logText: string }>;
  };
  const pass = (ms: number): void => void (now += ms);
  const until = (holds: () => unknown): Promise<unknown> => vi.waitFor(holds);

  beforeAll(async () => {
    now = Date.now();
    const clock = defineModule({
      name: 'clock',
      setup: (ctx) => {
        ctx.provide(CLOCK, { now: () => now });
        ctx.provide(NoticeService, { send: async (to, notice) => void notices.push({ to, ...notice }) });
      },
    });
    host = await TestHost.start({
      args: [
        ...args,
        '--scheduler.tick-ms=20',
        '--scheduler.retry-delay-ms=20',
        '--app-market.plugin-runtime.drain-timeout-ms=50',
      ],
      permissions: ['*:*:*'],
      modules: [clock, schedulerModule],
    });
  });
  afterAll(() => host.stop());

  it('spec: L5; Errors/job annotated but no task created: it never runs; a task runs it for its tenant, with its remote log', async () => {
    await host.load(
      'report',
      '1.0.0',
      job(
        'report',
        'report.daily',
        `args.log.info(this.tenants.current() + ' ' + args.tenantId + ' ' + JSON.stringify(args.params)); return ExecuteResult.success('sent');`,
      ),
    );
    pass(5_000);
    await sleep(80);
    expect((await host.get('/scheduler/log/list')).body['rows']).toEqual([]);
    expect((await host.get('/scheduler/executor')).body['data']).toEqual([
      { name: 'report.daily', appCode: 'report', className: 'cn.platform.report.task.reportJob' },
    ]);
    const jobId = await add({
      executor: 'report.daily',
      cron: EVERY_SECOND,
      params: { to: 'Ada' },
      status: 1,
    });
    expect((await host.get(`/scheduler/task/${jobId}`)).body['data']).toMatchObject({
      appCode: 'report',
      ready: true,
      misfirePolicy: 'skip',
      concurrency: 'serial',
      lastRunTime: null,
    });
    pass(1_000);
    await until(async () => expect(await history(jobId)).toMatchObject([{ status: 'succeeded' }]));
    const [run] = await history(jobId);
    expect(run).toMatchObject({ message: 'sent', attempt: 1 });
    expect(run?.logText).toMatch(/^\d{4}\S+ INFO 000000 000000 \{"to":"Ada"\}\n$/);
    expect((await host.get(`/scheduler/task/${jobId}`)).body['data']).toMatchObject({
      lastRunTime: new Date(now).toISOString(),
    });
    await send('DELETE', `/scheduler/task/${jobId}`);
    expect(await host.get(`/scheduler/task/${jobId}`)).toMatchObject({ status: 404 });
    expect(await history(jobId)).toEqual([]);
  });

  it('retries after a failure, and records each attempt', async () => {
    await host.load(
      'retry',
      '1.0.0',
      job(
        'retry',
        'retry.job',
        `if (args.attempt < 2) return ExecuteResult.failure('not yet'); if (args.attempt < 3) throw new Error('broken'); return ExecuteResult.success();`,
      ),
    );
    const jobId = await add({ executor: 'retry.job', maxAttempts: 3 });
    expect(await send('POST', `/scheduler/task/${jobId}/run`)).toMatchObject({ status: 200 });
    await until(async () => expect(await history(jobId)).toHaveLength(3));
    await until(async () =>
      expect(
        (await history(jobId)).map(({ attempt, status, message }) => [attempt, status, message]),
      ).toEqual([
        [3, 'succeeded', 'success'],
        [2, 'failed', 'broken'],
        [1, 'failed', 'not yet'],
      ]),
    );
    expect((await history(jobId))[1]?.logText).toContain('platform-retry/src/task/job.ts');
  });

  it('ends a run at its time limit, and does not start a second one meanwhile', async () => {
    await host.load(
      'slow',
      '1.0.0',
      job('slow', 'slow.job', `await new Promise(() => {}); return ExecuteResult.success();`),
    );
    const endless = await add({ executor: 'slow.job' });
    const { body } = await send('POST', `/scheduler/task/${endless}/run`);
    expect(await send('POST', `/scheduler/task/${endless}/run`)).toMatchObject({
      status: 409,
      body: { error: 'JOB_RUNNING' },
    });
    await send('POST', `/scheduler/log/${(body['data'] as { logId: number }).logId}/stop`);
    await until(async () => expect(await history(endless)).toMatchObject([{ status: 'stopped' }]));
    const jobId = await add({ executor: 'slow.job', timeoutMs: 150 });
    await send('POST', `/scheduler/task/${jobId}/run`);
    await until(async () =>
      expect(await history(jobId)).toMatchObject([
        { status: 'failed', message: 'The run did not finish within 150 ms.' },
      ]),
    );
  });

  it('skips a time while the previous run continues, or runs in parallel, as the task says', async () => {
    const discards = await add({
      executor: 'slow.job',
      cron: EVERY_SECOND,
      concurrency: 'discard',
      status: 1,
    });
    const serial = await add({ executor: 'slow.job', cron: EVERY_SECOND, concurrency: 'serial', status: 1 });
    const parallel = await add({
      executor: 'slow.job',
      cron: EVERY_SECOND,
      concurrency: 'parallel',
      status: 1,
    });
    pass(1_000);
    await until(async () => expect(await history(discards)).toHaveLength(1));
    await until(async () => expect(await history(parallel)).toHaveLength(1));
    pass(1_000);
    await until(async () =>
      expect(await history(discards)).toMatchObject([
        { status: 'skipped', message: 'The previous run had not finished.' },
        { status: 'running' },
      ]),
    );
    await until(async () => expect(await history(parallel)).toHaveLength(2));
    await until(async () => expect(await history(serial)).toMatchObject([{ status: 'running' }]));
    expect(await host.runtime.unload('slow')).toMatchObject({ failures: expect.anything() as string[] });
    await until(async () =>
      expect((await history(serial))[0]).toMatchObject({
        status: 'failed',
        message: 'The application was unloaded before the job had finished.',
      }),
    );
    for (const jobId of [discards, serial, parallel]) await send('DELETE', `/scheduler/task/${jobId}`);
  });

  it('keeps a task of an unloaded application waiting; a missed time is skipped or run late', async () => {
    const sources = job('away', 'away.job', `return ExecuteResult.success();`);
    await host.load('away', '1.0.0', sources);
    const skips = await add({ executor: 'away.job', cron: '0 * * * *', status: 1 });
    const makesUp = await add({
      executor: 'away.job',
      cron: '0 * * * *',
      misfirePolicy: 'run-once',
      status: 1,
    });
    await host.runtime.unload('away');
    pass(3 * 3_600_000);
    await sleep(80);
    expect(await history(skips)).toEqual([]);
    expect((await host.get(`/scheduler/task/${skips}`)).body['data']).toMatchObject({ ready: false });
    expect(await send('POST', `/scheduler/task/${skips}/run`)).toMatchObject({
      status: 409,
      body: { error: 'JOB_EXECUTOR_NOT_LOADED' },
    });
    await host.load('away', '1.0.1', sources);
    await until(async () => expect(await history(skips)).toMatchObject([{ status: 'skipped' }]));
    await until(async () => expect(await history(makesUp)).toMatchObject([{ status: 'succeeded' }]));
    await sleep(60);
    expect(await history(makesUp)).toHaveLength(1);
  });

  it('does not wait for a run of a killed node, and ends its record', async () => {
    const database = host.modules.services.use(DATABASE);
    const jobId = await add({ executor: 'away.job' });
    const before = new Date(now - 120_000).toISOString();
    await requestContext.runIgnoringTenant(() =>
      database.query
        .insertInto('sys_job_log')
        .values({
          log_id: 77,
          tenant_id: '000000',
          job_id: jobId,
          status: 'running',
          node: 'other',
          start_time: before,
          create_time: before,
          update_time: before,
        })
        .execute(),
    );
    expect(await send('POST', `/scheduler/task/${jobId}/run`)).toMatchObject({ status: 200 });
    await new RunStore({
      database,
      ids: host.modules.services.use(IDS),
      clock: { now: () => now },
      node: '0',
    }).endSilent(false);
    const died = (await history(jobId)).find(({ status }) => status === 'failed');
    expect(died).toMatchObject({ message: 'The host stopped before the run had finished.' });
  });

  it("spec: L5, alerts: notifies the tenant’s applications and the task's creator once of a task that failed for good", async () => {
    notices.length = 0;
    const alerts: Array<{ event: JobFailedEvent; tenantId: string | undefined }> = [];
    const stop = host.modules.services.use(EVENTS).relay((event, publisher) => {
      if (event instanceof JobFailedEvent) alerts.push({ event, tenantId: publisher?.tenantId });
      return [];
    });
    await host.load('alarm', '1.0.0', job('alarm', 'alarm.job', `throw new Error('out of order');`));
    const jobId = await add({ jobName: 'Alarming', executor: 'alarm.job', maxAttempts: 2 });
    await send('POST', `/scheduler/task/${jobId}/run`);
    await until(() => expect(alerts).toHaveLength(1));
    expect(alerts[0]).toMatchObject({
      tenantId: '000000',
      event: {
        taskId: jobId,
        taskName: 'Alarming',
        executor: 'alarm.job',
        appCode: 'alarm',
        attempts: 2,
        message: 'out of order',
      },
    });
    await until(() => expect(notices).toHaveLength(1));
    expect(notices).toEqual([
      {
        to: { users: [1] },
        title: 'Task “Alarming” failed',
        content: 'After 2 attempts: out of order',
        translations: { 'zh-CN': { title: '任务“Alarming”失败', content: '尝试 2 次后：out of order' } },
        level: 'error',
        link: `/system/scheduler?task=${jobId}`,
      },
    ]);
    void stop();
  });

  it('shows the log of a current run; a stopped run ends, and is not retried', async () => {
    await host.load(
      'long',
      '1.0.0',
      job(
        'long',
        'long.job',
        `args.log.info('begun'); await new Promise(() => {}); return ExecuteResult.success();`,
      ),
    );
    const jobId = await add({ executor: 'long.job', maxAttempts: 3 });
    const { body } = await send('POST', `/scheduler/task/${jobId}/run`);
    const { logId } = body['data'] as { logId: number };
    const run = async () =>
      (await host.get(`/scheduler/log/${logId}`)).body['data'] as Record<string, unknown>;
    await until(async () => expect((await run())['logText']).toMatch(/ INFO begun\n$/));
    expect(await run()).toMatchObject({ status: 'running', endTime: null });
    expect((await host.get(`/scheduler/task/${jobId}`)).body['data']).toMatchObject({
      lastRun: { logId, status: 'running' },
    });
    expect(await send('POST', `/scheduler/log/${logId}/stop`)).toMatchObject({ status: 200 });
    await until(async () =>
      expect(await run()).toMatchObject({ status: 'stopped', message: 'The run was stopped.' }),
    );
    expect(await send('POST', `/scheduler/log/${logId}/stop`)).toMatchObject({
      status: 409,
      body: { error: 'JOB_RUN_ENDED' },
    });
    await sleep(60);
    expect(await history(jobId)).toHaveLength(1);
    expect(await send('POST', '/scheduler/log/1/stop')).toMatchObject({ status: 404 });
  });

  it('stops a run on request of another node', async () => {
    const jobId = await add({ executor: 'long.job' });
    const { body } = await send('POST', `/scheduler/task/${jobId}/run`);
    const { logId } = body['data'] as { logId: number };
    await requestContext.runIgnoringTenant(() =>
      host.modules.services
        .use(DATABASE)
        .query.updateTable('sys_job_log')
        .set({ status: 'stopping' })
        .where('log_id', '=', logId)
        .execute(),
    );
    await until(async () => expect(await history(jobId)).toMatchObject([{ status: 'stopped' }]));
  });

  it('is disabled and enabled, and found by name, application and state', async () => {
    const jobId = await add({
      jobName: 'Nightly CLEAN_up',
      executor: 'long.job',
      cron: '0 3 * * *',
      status: 1,
    });
    const list = async (query: string) =>
      (await host.get(`/scheduler/task/list?${query}`)).body['rows'] as Array<Record<string, unknown>>;
    expect(await list('jobName=clean_&appCode=long&status=1')).toMatchObject([{ jobId }]);
    expect(await list('jobName=clean%25')).toEqual([]);
    expect(await send('PUT', `/scheduler/task/${jobId}/status`, { status: 0 })).toMatchObject({
      status: 200,
    });
    expect(await list('appCode=long&status=1')).toEqual([]);
    expect(await list('jobName=clean_')).toMatchObject([{ status: 0, nextRunTime: null }]);
    await send('PUT', `/scheduler/task/${jobId}/status`, { status: 1 });
    expect((await list('jobName=clean_'))[0]?.['nextRunTime']).toMatch(/T\d\d:00:00.000Z$/);
    await send('DELETE', `/scheduler/task/${jobId}`);
  });

  it('design 12.1-3: is changed by one of two people who saw the same, and runs change nothing', async () => {
    const task = { jobName: 'Shared', executor: 'long.job', cron: EVERY_SECOND, status: 1 };
    const jobId = await add(task);
    const read = async () =>
      (await host.get(`/scheduler/task/${jobId}`)).body['data'] as { [key: string]: unknown };
    const { updateTime } = await read();
    pass(2_000);
    await until(async () => expect((await read())['lastRunTime']).not.toBeNull());
    expect((await read())['updateTime']).toBe(updateTime);
    const change = (jobName: string, seen: unknown) =>
      send('PUT', '/scheduler/task', { ...task, jobId, jobName, status: 0, updateTime: seen });
    expect((await change('Theirs', updateTime)).status).toBe(200);
    expect(await change('Mine', updateTime)).toMatchObject({
      status: 409,
      body: {
        error: 'CHANGED_MEANWHILE',
        details: { record: { jobId, jobName: 'Theirs', ready: true } },
      },
    });
    expect((await change('Mine', (await read())['updateTime'])).status).toBe(200);
    expect(await read()).toMatchObject({ jobName: 'Mine' });
    await send('DELETE', `/scheduler/task/${jobId}`);
  });

  it('design 12: runs with the parameters of this once, over all its attempts, and follows it live', async () => {
    await host.load(
      'given',
      '1.0.0',
      job(
        'given',
        'given.job',
        `args.log.info(JSON.stringify(args.params)); if (args.attempt < 2) throw new Error('again'); await new Promise((resolve) => setTimeout(resolve, 300)); args.log.info('done'); return ExecuteResult.success();`,
      ),
    );
    const jobId = await add({ executor: 'given.job', params: { days: 7 }, maxAttempts: 2 });
    await send('POST', `/scheduler/task/${jobId}/run`, { params: { days: 1 } });
    await until(async () => expect(await history(jobId)).toHaveLength(2));
    const [second] = (await history(jobId)) as unknown as Array<{ logId: number }>;
    const live = await host.get(`/scheduler/log/${second?.logId}/stream`);
    expect(live.body).toMatch(/event: run\n[^]*event: end\ndata: \{[^\n]*"status":"succeeded"/);
    expect((await history(jobId)).map(({ logText }) => logText.includes('{"days":1}'))).toEqual([true, true]);
    const { body } = await host.get(`/scheduler/task/${jobId}/durations`);
    expect(body['data']).toMatchObject([
      { attempt: 1, status: 'failed', durationMs: expect.any(Number) as number },
      { attempt: 2, status: 'succeeded' },
    ]);
    await send('POST', `/scheduler/task/${jobId}/run`, {});
    await until(async () => expect((await history(jobId))[0]?.logText).toContain('{"days":7}'));
    expect(await send('POST', `/scheduler/task/${jobId}/run`, [])).toMatchObject({ status: 400 });
  });

  it('design 12: shows the next times of enabled tasks as a calendar', async () => {
    const jobId = await add({ executor: 'given.job', cron: '0 3 * * *', timeZone: 'UTC', status: 1 });
    const { body } = await host.get('/scheduler/calendar');
    const { tasks, cut } = body['data'] as { tasks: Array<{ jobId: number; times: string[] }>; cut: boolean };
    const times = tasks.find((task) => task.jobId === jobId)?.times ?? [];
    expect(times).toHaveLength(7);
    expect(times.every((time) => time.endsWith('T03:00:00.000Z'))).toBe(true);
    expect(cut).toBe(false);
    await send('DELETE', `/scheduler/task/${jobId}`);
  });

  it('returns the next times of a cron expression', async () => {
    const { body } = await host.get('/scheduler/times?cron=30+8+*+*+1&timeZone=Europe/Berlin&count=3');
    const { times } = body['data'] as { times: string[] };
    expect(times).toHaveLength(3);
    expect(times.every((time) => /T0[67]:30:00.000Z$/.test(time))).toBe(true);
    expect(await host.get('/scheduler/times?cron=every+day')).toMatchObject({
      status: 400,
      body: { error: 'JOB_CRON_INVALID' },
    });
  });

  it('refuses invalid tasks and callers without permission', async () => {
    expect(
      await send('POST', '/scheduler/task', { jobName: 'x', executor: 'away.job', cron: '61 * * * *' }),
    ).toMatchObject({ status: 400, body: { error: 'JOB_CRON_INVALID' } });
    expect(
      await send('POST', '/scheduler/task', { jobName: 'x', executor: 'nobody', cron: EVERY_SECOND }),
    ).toMatchObject({ status: 400, body: { error: 'JOB_EXECUTOR_UNKNOWN' } });
    expect(await host.get('/scheduler/task/list', {})).toMatchObject({ status: 401 });
    const failure = await host
      .load('thief', '1.0.0', job('thief', 'away.job', 'throw new Error();'))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'PLUGIN_JOB_DUPLICATE', details: { loadStage: 'switch' } });
  });
}
