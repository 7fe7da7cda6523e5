/**
 * Start and memory with 2 and with 100 applications, and the latency of one application's route
 * with 500 applications beside it. Applications beyond hello and member are generated and placed as
 * an installation would.
 *
 * Run: `node bench/scale.ts [--check] [--starts=5] [--many=100] [--beside=500] [--requests=2000]`;
 * goals: docs/performance.md.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import { GeneratedApplications } from './lib/generated-applications.ts';
import { oneByOne } from './lib/one-by-one.ts';
import { placeApplications } from './lib/place-applications.ts';
import { createData, install, logIn, type BenchData } from './lib/platform.ts';
import { option } from './lib/options.ts';
import { report } from './lib/report.ts';
import { residentMiB } from './lib/resident-memory.ts';
import { processorNanoseconds } from './lib/processor-time.ts';
import { median, spread } from './lib/statistics.ts';

const starts = option('starts', 5);
const many = option('many', 100);
const beside = option('beside', 500);
const requests = option('requests', 2000);
const FEW = 5;
const ROUNDS = 6;

const generated = new GeneratedApplications();
const codes = (count: number): string[] => Array.from({ length: count }, (_, index) => `bench${index}`);

/** A route of the last application: it answers once all are loaded. */
const routeOf = (count: number): string => (count > 2 ? `bench${count - 3}/greet` : 'member/member/list');

/** A platform with `count` applications: hello, member and generated ones. */
async function platformWith(count: number): Promise<BenchData> {
  const data = await createData();
  const host = await data.start();
  await install((await logIn(host)).api, [packageOf('hello'), packageOf('member')]);
  await host.stop();
  await placeApplications(data.directory, codes(count - 2), generated);
  return data;
}

interface Started {
  readonly readyMs: number;
  /** Processor time of all threads until ready, in milliseconds; hardly depends on other load. */
  readonly cpuMs: number;
  /** Resident memory in MiB, a second after the first answer. */
  readonly resident: number;
}

async function measureStart(data: BenchData, count: number): Promise<Started> {
  const host = await data.start();
  const cpuMs = processorNanoseconds(host.pid) / 1e6;
  const { token } = await logIn(host);
  const agent = new Agent({ keepAlive: true });
  await oneByOne(agent, `${host.ready.api}/hello/item/list`, 20, token);
  await oneByOne(agent, `${host.ready.api}/${routeOf(count)}`, 1, token);
  agent.destroy();
  await sleep(1000);
  const resident = residentMiB(host.pid);
  await host.stop();
  return { readyMs: host.ready.startMs, cpuMs, resident };
}

async function measureStarts(data: BenchData, count: number): Promise<Started[]> {
  await measureStart(data, count);
  const measured: Started[] = [];
  for (let start = 0; start < starts; start++) measured.push(await measureStart(data, count));
  return measured;
}

/** Latencies of one route of hello with few and with many applications, in alternating rounds. */
async function measureBeside(few: BenchData, full: BenchData): Promise<{ few: number[]; full: number[] }> {
  const hosts = [await few.start(), await full.start()] as const;
  const agent = new Agent({ keepAlive: true });
  const targets = await Promise.all(
    hosts.map(async (host) => ({ url: `${host.ready.api}/hello/greet`, token: (await logIn(host)).token })),
  );
  const latencies: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { url, token }] of targets.entries()) {
      const measured = await oneByOne(agent, url, Math.round(requests / ROUNDS), token);
      // The first round warms up.
      if (round > 0) latencies[index]?.push(median(measured));
    }
  }
  agent.destroy();
  await Promise.all(hosts.map((host) => host.stop()));
  return { few: latencies[0], full: latencies[1] };
}

await Promise.all(['hello', 'member'].map((code) => buildPackage(code)));
const [two, hundred, five, fiveHundred] = [
  await platformWith(2),
  await platformWith(many),
  await platformWith(FEW),
  await platformWith(beside),
];
const withTwo = await measureStarts(two, 2);
const withMany = await measureStarts(hundred, many);
const latency = await measureBeside(five, fiveHundred);
for (const data of [two, hundred, five, fiveHundred]) data.remove();
generated.remove();

const range = (values: readonly number[], digits = 0): string => {
  const { least, most } = spread(values);
  return `${least.toFixed(digits)} to ${most.toFixed(digits)}`;
};
const ready = (measured: readonly Started[]): number[] => measured.map(({ readyMs }) => readyMs);
const cpu = (measured: readonly Started[]): number[] => measured.map(({ cpuMs }) => cpuMs);
const resident = (measured: readonly Started[]): number[] => measured.map(({ resident: mib }) => mib);
const ratios = latency.full.map((value, round) => value / (latency.few[round] ?? NaN));
report('scale', [
  {
    name: 'start to ready with 2 applications',
    value: median(ready(withTwo)),
    unit: 'ms',
    atMost: 1000,
    note: range(ready(withTwo)),
  },
  { name: 'processor time until then', value: median(cpu(withTwo)), unit: 'ms', note: range(cpu(withTwo)) },
  {
    name: 'resident with 2 applications',
    value: median(resident(withTwo)),
    unit: 'MiB',
    atMost: 150,
    note: range(resident(withTwo)),
  },
  {
    name: `start to ready with ${many} applications`,
    value: median(ready(withMany)),
    unit: 'ms',
    atMost: 2500,
    note: range(ready(withMany)),
  },
  { name: 'processor time until then', value: median(cpu(withMany)), unit: 'ms', note: range(cpu(withMany)) },
  { name: `resident with ${many} applications`, value: median(resident(withMany)), unit: 'MiB' },
  { name: `/hello/greet with ${FEW} applications`, value: median(latency.few), unit: 'ms' },
  {
    name: `/hello/greet with ${beside} applications, ratio`,
    value: median(ratios),
    unit: '×',
    atMost: 1.2,
    note: range(ratios, 2),
  },
]);
