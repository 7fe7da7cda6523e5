/**
 * Processor time of a small request with metrics on, beside the same host with metrics off.
 * Several pairs of hosts are measured, since two equal processes differ by some percent; the one
 * with metrics is scraped before.
 *
 * Run: `node bench/metrics.ts [--check] [--pairs=3] [--rounds=12] [--requests=4000]`; goal:
 * docs/performance.md.
 */
import { basicHeader } from '../server/src/actuator/login/credentials.ts';
import { burstOf } from './lib/http/burst.ts';
import { option } from './lib/options.ts';
import { startPlatform, type BenchPlatform } from './lib/platform.ts';
import { processorTimes, type ProcessorTime, type Subject } from './lib/processor-time.ts';
import { report } from './lib/report.ts';
import { percentile } from './lib/statistics.ts';

const pairs = option('pairs', 3);
const rounds = option('rounds', 12);
const requests = option('requests', 4000);
const PASSWORD = 'bench-monitor-1';

async function start(metrics: boolean): Promise<{ platform: BenchPlatform; subject: Subject }> {
  const platform = await startPlatform({
    'management.metrics': String(metrics),
    'management.password': PASSWORD,
  });
  const { pid, ready } = platform.host;
  const authorization = basicHeader(`monitor:${PASSWORD}`);
  if (metrics) {
    const scrape = await fetch(`${ready.api}/actuator/prometheus`, { headers: { authorization } });
    if (!(await scrape.text()).includes('process_uptime_seconds')) throw new Error('There are no metrics.');
  }
  const burst = burstOf(`${ready.api}/hello/greet`, { authorization: `Bearer ${platform.token}` });
  return { platform, subject: { name: metrics ? 'on' : 'off', pid: pid ?? 0, burst } };
}

/** @returns the time with metrics divided by that without, at each percentile */
async function pair(): Promise<ProcessorTime> {
  const [on, off] = [await start(true), await start(false)];
  const times = await processorTimes([on.subject, off.subject], { rounds, requests });
  await Promise.all([on.platform.stop(), off.platform.stop()]);
  const [mine, its] = [times.get('on'), times.get('off')];
  if (!mine || !its) throw new Error('A host was not measured.');
  return { p10: mine.p10 / its.p10, p25: mine.p25 / its.p25, p50: mine.p50 / its.p50 };
}

const found: ProcessorTime[] = [];
for (let at = 0; at < pairs; at += 1) found.push(await pair());

report('metrics', [
  {
    name: 'metrics on ÷ metrics off, p10',
    value: percentile(
      found.map(({ p10 }) => p10),
      0.5,
    ),
    unit: '×',
    atMost: 1.03,
    note: found
      .map((each) => [each.p10, each.p25, each.p50].map((ratio) => ratio.toFixed(3)).join('/'))
      .join(', '),
  },
]);
