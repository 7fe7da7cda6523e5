/**
 * Swaps of an application, by deploying its published version over HTTP, while clients send
 * requests at a steady rate and others that take two seconds. No request may fail. Budgets: design
 * 7.4.
 *
 * Run: `node bench/swap.ts [--check] [--swaps=200] [--rate=1000] [--slow=5]`
 */
import { GeneratedApplications } from './lib/generated-applications.ts';
import { startPlatform } from './lib/platform.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';
import { SteadyClient } from './lib/steady-client.ts';

const swaps = option('swaps', 200);
const rate = option('rate', 1000);
const slowRate = option('slow', 5);

interface DeployReport {
  readonly hotLoaded: boolean;
  readonly timings: Readonly<Record<string, number>>;
}

const applications = new GeneratedApplications();
const platform = await startPlatform({}, await applications.package('benchswap'));
const base = `${platform.host.ready.api}/benchswap`;
const headers = { authorization: `Bearer ${platform.token}` };
const client = new SteadyClient(`${base}/greet`, rate, headers);
const slow = new SteadyClient(`${base}/slow`, slowRate, headers);
const durations: number[] = [];
const loads: number[] = [];
for (let swap = 0; swap < swaps; swap++) {
  const startedAt = performance.now();
  const deployed = await platform.api.post<DeployReport>(`/app/version/${platform.versionId}/deploy`);
  durations.push(performance.now() - startedAt);
  if (!deployed.hotLoaded) throw new Error('A deploy did not load the application.');
  if (deployed.timings['switch'] !== undefined) loads.push(deployed.timings['switch']);
}
await Promise.all([client.stop(), slow.stop()]);
await platform.stop();
applications.remove();

const failures = [...client.failures, ...slow.failures];
report('swap', [
  { name: `requests sent at ${rate} a second`, value: client.sent, unit: '' },
  { name: 'requests of 2 s among them', value: slow.sent, unit: '' },
  { name: 'requests that failed', value: failures.length, unit: '', atMost: 0, note: failures[0] ?? '' },
  { name: 'swaps', value: durations.length, unit: '' },
  { name: 'swap (load to switched), p50', value: median(loads), unit: 'ms', atMost: 50 },
  { name: 'swap (load to switched), p95', value: percentile(loads, 0.95), unit: 'ms' },
  { name: 'deploy over HTTP, p50', value: median(durations), unit: 'ms' },
  { name: 'request latency while swapping, p99', value: percentile(client.latencies, 0.99), unit: 'ms' },
]);
