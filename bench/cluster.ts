/**
 * One host with one worker beside one with two: processor time for each request, in bursts that
 * take turns, and so what two workers carry that have a core each; the memory of the supervisor;
 * how long 2, 3, 5 and 10 hosts take to follow an upgrade, each a process; and 50 upgrades while
 * three hosts are asked for the upgraded application, which answers each request. (design 10.6,
 * 10.7-18; docs/decisions/0135)
 *
 * Needs PostgreSQL and Redis on loopback, as the tests do.
 *
 * Run: `node bench/cluster.ts [--check] [--rounds=15] [--requests=12000]
 * [--upgrades=10] [--loaded-upgrades=50]`
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import type { HostProcess } from '../scripts/lib/host-process.ts';
import { creators, settingsOf } from '../server/src/data/testing/servers.ts';
import { availableRedis, type TestRedis } from '../server/src/infra/testing/redis.ts';
import { FollowingHosts } from './lib/cluster/following-hosts.ts';
import { burstOf } from './lib/http/burst.ts';
import { option } from './lib/options.ts';
import { createData, install, logIn } from './lib/platform.ts';
import { processorNanoseconds } from './lib/processor-time.ts';
import { report, type Figure } from './lib/report.ts';
import { residentMiB } from './lib/resident-memory.ts';
import { percentile } from './lib/statistics.ts';

const rounds = option('rounds', 15);
const requests = option('requests', 12_000);
const upgrades = option('upgrades', 10);
const loaded = option('loaded-upgrades', 50);
/** Hosts that follow; as many processes share the cores of this machine. */
const SIZES = [2, 3, 5, 10];
/** As many are asked while an application is upgraded, each so often a second. (design 10.7-18) */
const ASKED = 3;
const RATE = 100;
const WARM_UP = 20_000;
/** For each worker: a loop that has more to do at once takes less time for each. */
const CONNECTIONS = 20;

/** A supervised host with `hello`, on a database and a data directory of its own. */
class MeasuredHost {
  readonly #pids: readonly number[];
  readonly #first: readonly number[];
  readonly #burst: (count: number) => Promise<void>;
  readonly #samples: number[] = [];
  readonly #supervisor: number;
  readonly end: () => Promise<void>;

  private constructor(host: HostProcess, pids: readonly number[], token: string, end: () => Promise<void>) {
    const authorization = { authorization: `Bearer ${token}` };
    this.#burst = burstOf(`${host.ready.api}/hello/greet`, authorization, CONNECTIONS * pids.length);
    this.#supervisor = host.pid;
    this.#pids = pids;
    this.#first = this.#times();
    this.end = end;
  }

  static async start(workers: number, redis: TestRedis): Promise<MeasuredHost> {
    const database = await creators.postgres();
    const data = await createData();
    const settings = {
      ...settingsOf(database.args),
      'cache.type': 'redis',
      'cache.key-prefix': `${redis.prefix}${workers}:`,
      'server.workers': workers,
    };
    const first = await data.start({ ...settings, 'server.workers': 1 });
    await install((await logIn(first)).api, [packageOf('hello')]);
    await first.stop();
    // Placed by now, so that each worker loads it.
    const host = await data.start(settings, { PLATFORM_SUPERVISOR: 'on' });
    const { token } = await logIn(host);
    return new MeasuredHost(host, await serving(host, workers), token, async () => {
      await host.stop();
      data.remove();
      await database.drop();
    });
  }

  async warmUp(): Promise<void> {
    for (let sent = 0; sent < WARM_UP; sent += requests) await this.#burst(requests);
  }

  async measure(): Promise<void> {
    const before = sum(this.#times());
    await this.#burst(requests);
    this.#samples.push((sum(this.#times()) - before) / requests);
  }

  /** Processor time of a request in all workers, in microseconds: the 10th percentile. */
  get microseconds(): number {
    return percentile(this.#samples, 0.1);
  }

  /** Share of the work that the busiest worker had, in percent. */
  get busiest(): number {
    const spent = this.#times().map((time, index) => time - (this.#first[index] ?? 0));
    return (Math.max(...spent) / sum(spent)) * 100;
  }

  get supervisorMiB(): number {
    return residentMiB(this.#supervisor);
  }

  #times(): number[] {
    return this.#pids.map((pid) => processorNanoseconds(pid) / 1_000);
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Process ids of the workers, once all of them serve. */
async function serving(host: HostProcess, workers: number): Promise<number[]> {
  const authorization = `Basic ${Buffer.from('monitor:monitor').toString('base64')}`;
  const seen = new Set<unknown>();
  while (seen.size < workers) {
    const headers = { authorization, connection: 'close' };
    const response = await fetch(`${host.ready.api}/actuator/info`, { headers });
    seen.add(((await response.json()) as { platform: { host: unknown } }).platform.host);
    await sleep(20);
  }
  const { pid } = host;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** How long hosts take to follow, by their number. */
async function following(redis: TestRedis): Promise<Figure[]> {
  const figures: Figure[] = [];
  const hosts = await FollowingHosts.start(redis);
  try {
    for (const size of SIZES) {
      await hosts.grow(size);
      const times: number[] = [];
      for (let upgrade = 0; upgrade < upgrades; upgrade += 1) times.push(...(await hosts.follow()));
      figures.push(...followed(`${size} hosts`, times));
      if (size === ASKED) figures.push(...(await underLoad(hosts)));
    }
  } finally {
    await hosts.end();
  }
  return figures;
}

/** The same while each host is asked for the application that is upgraded. */
async function underLoad(hosts: FollowingHosts): Promise<Figure[]> {
  const clients = hosts.ask(RATE);
  const times: number[] = [];
  // Each upgrade is taken back by a rollback.
  for (let change = 0; change < 2 * loaded; change += 1) times.push(...(await hosts.follow()));
  await Promise.all(clients.map((client) => client.stop()));
  const failures = clients.flatMap((client) => client.failures);
  for (const failure of new Set(failures)) console.error(failure);
  const of = `${ASKED} hosts at ${RATE} requests/s each`;
  return [
    ...followed(of, times),
    { name: `${of}: requests`, value: sum(clients.map(({ sent }) => sent)), unit: '', atLeast: 1 },
    { name: `${of}: of these failed`, value: failures.length, unit: '', atMost: 0 },
  ];
}

const followed = (hosts: string, times: readonly number[]): Figure[] =>
  [0.5, 0.95].map((share) => ({
    name: `${hosts} follow an upgrade after the commit, p${share * 100}`,
    value: percentile(times, share),
    unit: 'ms',
    ...(share === 0.95 ? { atMost: 1_000 } : {}),
  }));

await buildPackage('hello');
const redis = await availableRedis();
if (!redis) throw new Error('This benchmark needs Redis on loopback.');
const hosts: MeasuredHost[] = [];
try {
  for (const workers of [1, 2]) hosts.push(await MeasuredHost.start(workers, redis));
  for (const host of hosts) await host.warmUp();
  for (let round = 0; round < rounds; round += 1) for (const host of hosts) await host.measure();
  const [one, two] = hosts as [MeasuredHost, MeasuredHost];
  report('cluster', [
    { name: 'one worker: processor time of a request', value: one.microseconds, unit: 'µs' },
    { name: 'two workers: processor time of a request', value: two.microseconds, unit: 'µs' },
    {
      name: 'requests a second of two workers with a core each',
      value: (2 * one.microseconds) / two.microseconds,
      unit: '× of one',
      atLeast: 1.7,
    },
    { name: 'two workers: share of the busiest', value: two.busiest, unit: '%' },
    { name: "supervisor's memory", value: two.supervisorMiB, unit: 'MiB', atMost: 60 },
    ...(await following(redis)),
  ]);
} finally {
  for (const host of hosts) await host.end();
  await redis.close();
}
