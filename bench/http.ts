/**
 * Processor time of a small request through the whole platform, beside three Fastify applications:
 * bare, bare with the host's server options, and one written by hand with what the platform adds.
 *
 * Run: `node bench/http.ts [--check] [--rounds=20] [--requests=4000]`; goals: docs/performance.md.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../scripts/lib/free-port.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { HeapObserver } from './lib/heap.ts';
import { burstOf } from './lib/http/burst.ts';
import { option } from './lib/options.ts';
import { startPlatform } from './lib/platform.ts';
import { processorTimes, type ProcessorTime, type Subject } from './lib/processor-time.ts';
import { report, type Figure } from './lib/report.ts';
import { percentile } from './lib/statistics.ts';
import { SteadyClient } from './lib/steady-client.ts';

const rounds = option('rounds', 20);
const requests = option('requests', 4000);
const ALLOCATING = 2000;
/** Requests a second, and seconds, for the latency: far below what any of them can serve. */
const [STEADY_RATE, STEADY_SECONDS] = [200, 5];

interface Target extends Subject {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly inspector: number;
}

const inspectorOfHost = await freePort();
const platform = await startPlatform({}, undefined, {
  NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorOfHost}`,
});
const { api } = platform.host.ready;
const authorization = { authorization: `Bearer ${platform.token}` };
const answer = await (await fetch(`${api}/hello/greet`, { headers: authorization })).text();
const baselines: ChildProcess[] = [];

async function baseline(kind: string): Promise<Target> {
  const inspector = await freePort();
  const child = fork(inRoot('bench/lib/http/baselines.ts'), [kind, platform.token, answer], {
    execArgv: [`--inspect=127.0.0.1:${inspector}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  baselines.push(child);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return target(kind, child.pid ?? 0, inspector, `${url}/greet`, authorization);
}

function target(
  name: string,
  pid: number,
  inspector: number,
  url: string,
  headers: Readonly<Record<string, string>>,
): Target {
  return { name, pid, inspector, url, headers, burst: burstOf(url, headers) };
}

/** The hand-written application has to do the same, so that its time means something. */
async function refuseOtherAnswer(ours: Target, other: Target): Promise<void> {
  const [mine, its] = await Promise.all([ours, other].map(answerOf));
  if (mine !== its) throw new Error(`${other.name} does not answer like the host:\n${its}\n${mine}`);
}

const VARYING = new Set(['x-request-id', 'date']);

async function answerOf({ url, headers }: Target): Promise<string> {
  const response = await fetch(url, { headers });
  const named = [...response.headers].map(([name, value]) =>
    VARYING.has(name) ? name : `${name}: ${value}`,
  );
  return [response.status, ...named.toSorted(), await response.text()].join('\n');
}

async function allocationOf({ inspector, burst }: Target): Promise<number> {
  const observer = await HeapObserver.connect(inspector);
  const bytes = await observer.allocatedBy(() => burst(ALLOCATING));
  observer.close();
  return bytes / ALLOCATING;
}

async function latencyOf({ url, headers }: Target): Promise<number> {
  const client = new SteadyClient(url, STEADY_RATE, { ...headers });
  await new Promise((resolve) => setTimeout(resolve, STEADY_SECONDS * 1000));
  await client.stop();
  if (client.failures.length > 0) throw new Error(`${url}: ${client.failures[0]}`);
  return percentile(client.latencies, 0.99);
}

const bare = await baseline('bare');
const equal = await baseline('bare-with-options');
const byHand = await baseline('by-hand');
const { pid } = platform.host;
const token = target('token', pid, inspectorOfHost, `${api}/hello/greet`, authorization);
const open = target('open', pid, inspectorOfHost, `${api}/open/hello/greet`, {});
const targets = [bare, equal, byHand, token, open];
await refuseOtherAnswer(token, byHand);

const times = await processorTimes(targets, { rounds, requests });
const details: Figure[] = [];
for (const each of targets) {
  details.push({ name: `allocated, ${each.name}`, value: await allocationOf(each), unit: 'B/request' });
  details.push({ name: `p99 latency, ${each.name}`, value: await latencyOf(each), unit: 'ms' });
}
for (const child of baselines) child.kill();
await platform.stop();

const timeOf = ({ name }: Target): ProcessorTime => {
  const time = times.get(name);
  if (!time) throw new Error(`${name} was not measured.`);
  return time;
};

/** The processor time of `other` divided by that of `ours`, at the middle of three percentiles. */
function ratio(ours: Target, other: Target, atLeast: number): Figure {
  const [mine, its] = [timeOf(ours), timeOf(other)];
  const ratios = [its.p10 / mine.p10, its.p25 / mine.p25, its.p50 / mine.p50];
  return {
    name: `${ours.name} ÷ ${other.name}`,
    value: percentile(ratios, 0.5),
    unit: '×',
    atLeast,
    note: `p10/p25/p50 ${ratios.map((value) => value.toFixed(2)).join('/')}`,
  };
}

report('http', [
  ...targets.map((each): Figure => {
    const { p10, p25, p50 } = timeOf(each);
    const note = `p10/p25/p50 ${[p10, p25, p50].map((value) => value.toFixed(1)).join('/')}`;
    return { name: `processor time, ${each.name}`, value: p25, unit: 'µs', note };
  }),
  ratio(token, byHand, 1.1),
  ratio(token, equal, 0.9),
  ratio(open, equal, 1),
  ...details,
]);
