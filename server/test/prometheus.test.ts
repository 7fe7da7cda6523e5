import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishPackage } from '@platform/cli';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findProgram } from '../../scripts/lib/find-program.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { describeHostDatabases } from '../src/data/testing/databases.ts';
import { PackageWorkshop, publicKeys } from '../src/market/testing/test-packages.ts';
import { dashboards } from './support/dashboards.ts';
import { TestPlatform } from './support/platform.ts';
import { Prometheus, promtool } from './support/prometheus.ts';
import { brokenVersion, watchedApplication, watchedPaths } from './support/watched-application.ts';

const PASSWORD = 'granite-otter-42';
const MINUTE = 60_000;

/** Expressions that are rightly empty on a host that is well, or without a database server. */
const rightlyEmpty = (expression: string, type: string): boolean =>
  /platform_health\{.*\} == 0$/.test(expression) || (type === 'sqlite' && expression.includes('jdbc_'));

describe.skipIf(!findProgram('promtool'))('the alerts of deploy/prometheus (needs promtool)', () => {
  const folder = inRoot('deploy/prometheus');

  it('are rules that Prometheus reads', () => {
    const { status, output } = promtool(['check', 'rules', join(folder, 'alerts.yml')]);
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('fire when they should, and only then', () => {
    const { status, output } = promtool(['test', 'rules', join(folder, 'alerts.test.yml')]);
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('each have a case that raises them', () => {
    const names = [...readFileSync(join(folder, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)];
    const cases = readFileSync(join(folder, 'alerts.test.yml'), 'utf8');
    expect(names.length).toBeGreaterThan(10);
    for (const [, name = ''] of names) expect(cases).toMatch(new RegExp(`${name}\\n +exp_alerts:\\n`));
  });

  it('are part of a configuration that Prometheus reads', () => {
    const copy = mkdtempSync(join(tmpdir(), 'prometheus-config-'));
    for (const name of readdirSync(folder)) writeFileSync(join(copy, name), readFileSync(join(folder, name)));
    writeFileSync(join(copy, 'monitor-password'), PASSWORD);
    const { status, output } = promtool(['check', 'config', join(copy, 'prometheus.yml')]);
    rmSync(copy, { recursive: true });
    expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

const title = 'design 11.2: a real Prometheus (needs prometheus, in the long run)';
if (!isLongRun || !findProgram('prometheus')) describe.skip(title, () => it('reads a host', () => undefined));
else {
  await describeHostDatabases(title, ['sqlite', 'postgres'], ({ args, config }) => {
    const directory = mkdtempSync(join(tmpdir(), 'scraped-'));
    let workshop: PackageWorkshop;
    let platform: TestPlatform;
    let prometheus: Prometheus;
    const undo: Array<() => unknown> = [];
    let load: NodeJS.Timeout | undefined;

    const jobOf = async (executor: string): Promise<number> => {
      const task = { jobName: executor, appCode: 'watched', executor, cron: '0 0 1 1 *', maxAttempts: 1 };
      return (await platform.api.post<{ jobId: number }>('/scheduler/task', task)).jobId;
    };

    async function work(): Promise<void> {
      await publishPackage(platform.api, await workshop.build(watchedApplication));
      await platform.api.post('/app/install', { appCode: 'watched' });
      const [install] = await platform.api.get<ReadonlyArray<{ installId: number }>>('/app/install/list');
      const jobs = [await jobOf('watchedGood'), await jobOf('watchedBad')];
      const visit = async (path: string) => platform.get(platform.apiUrl + path, platform.token);
      load = setInterval(() => {
        for (const path of watchedPaths) visit(path).catch(() => undefined);
        for (const jobId of jobs) platform.api.post(`/scheduler/task/${jobId}/run`).catch(() => undefined);
      }, 500);
      await publishPackage(platform.api, await workshop.build({ ...brokenVersion, version: '1.0.1' }));
      const upgrade = `/app/install/${install?.installId}/upgrade`;
      await expect(platform.api.post(upgrade, {})).rejects.toThrow();
      await publishPackage(platform.api, await workshop.build({ ...watchedApplication, version: '1.0.2' }));
      await platform.api.post(upgrade, {});
      await visit('/watched/held');
    }

    beforeAll(async () => {
      writeFileSync(join(directory, 'public.pem'), publicKeys[0] ?? '');
      workshop = await PackageWorkshop.open();
      undo.push(() => workshop.close());
      platform = await TestPlatform.start(
        [
          ...args,
          `--management.password=${PASSWORD}`,
          '--logging.rate-limit=1',
          '--messaging.max-attempts=1',
        ],
        join(directory, 'data'),
        join(directory, 'public.pem'),
      );
      undo.push(() => platform.stop());
      const host = { url: platform.apiUrl, username: 'monitor', password: PASSWORD };
      prometheus = await Prometheus.start(host);
      undo.push(() => prometheus.stop());
      await vi.waitFor(async () => expect((await prometheus.query('up')).values).toEqual([1]), MINUTE);
      await work();
    }, 2 * MINUTE);
    afterAll(async () => {
      clearInterval(load);
      // Servers that a failed start has left out are not stopped either.
      for (const end of undo.toReversed()) await end();
      rmSync(directory, { recursive: true, force: true });
    }, MINUTE);

    it.each(
      dashboards().flatMap(({ file, panels }) => panels.map((panel) => [file, panel.title, panel] as const)),
    )(
      'fills %s: %s',
      async (_file, _title, { targets }) => {
        for (const { expr } of targets) {
          const expression = expr.replaceAll(/\$(instance|application)/g, '.*');
          const answer = await prometheus.query(expression);
          expect(answer).toMatchObject({ status: 'success' });
          if (rightlyEmpty(expr, config.type)) continue;
          // Rates need two scrapes with the series.
          await expect
            .poll(async () => (await prometheus.query(expression)).values.filter(Number.isFinite), {
              timeout: MINUTE,
              interval: 500,
              message: expression,
            })
            .not.toEqual([]);
        }
      },
      2 * MINUTE,
    );

    it('knows the values of the variables', async () => {
      expect(await prometheus.labelValues('process_uptime_seconds', 'instance')).toHaveLength(1);
      expect(await prometheus.labelValues('platform_application_info', 'application')).toEqual(['watched']);
    });

    it('evaluates every alert, and raises those for what went wrong', async () => {
      await expect
        .poll(async () => (await prometheus.rules()).map(({ health }) => health), { timeout: MINUTE })
        .not.toContain('unknown');
      expect((await prometheus.rules()).filter(({ health }) => health !== 'ok')).toEqual([]);
      const alerts = ['PlatformIncident', 'PlatformOperationFailed', 'PlatformJobFailed'];
      const raised = `ALERTS{alertstate="firing",alertname=~"${alerts.join('|')}"}`;
      const count = async () => (await prometheus.query(`count by (alertname) (${raised})`)).values.length;
      await expect.poll(count, { timeout: MINUTE }).toBe(alerts.length);
    });

    it('promtool finds nothing else wrong with the metrics than names of Micrometer and prom-client', async () => {
      const authorization = `Basic ${Buffer.from(`monitor:${PASSWORD}`).toString('base64')}`;
      const answer = await fetch(`${platform.apiUrl}/actuator/prometheus`, { headers: { authorization } });
      const { output } = promtool(['check', 'metrics'], await answer.text());
      const named = output.split('\n').flatMap((line) => line.split(' ')[0] || []);
      expect(named).toEqual([
        'nodejs_active_handles_total',
        'nodejs_active_requests_total',
        'nodejs_active_resources_total',
        'system_cpu_count',
      ]);
    });
  });
}
