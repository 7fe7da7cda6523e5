/**
 * Hosts under load while their services fail: connections to PostgreSQL, MariaDB and Redis are
 * ended from outside; these and RabbitMQ are stopped, killed and restarted, on instances of this
 * benchmark. No process may end, no transaction may be half done; reported is how soon each service
 * is used again. At the end the hosts are stopped under load. Services that are not installed are
 * skipped. (design 6.3, 16-32)
 *
 * With `--hosts=3`, hosts of one platform are killed, or stopped and continued, while applications
 * are installed, upgraded and removed through them; at the end all are equal. They are on
 * PostgreSQL, or with `--mysql` on MySQL or MariaDB. (design 10.6)
 *
 * Run: `node bench/chaos.ts [--check] [--minutes=1] [--hosts=3 [--mysql]]`
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { packageChaosApplication } from './lib/chaos/application.ts';
import { ChaosLoad } from './lib/chaos/chaos-load.ts';
import { chaosOverHosts } from './lib/chaos/several-hosts.ts';
import { cacheCuts, DATABASE, databaseCuts, restartsOf, type Fault } from './lib/chaos/faults.ts';
import { option } from './lib/options.ts';
import { OwnServer, type ServerRecipe } from './lib/own-servers/own-server.ts';
import { mariadbRecipe, postgresRecipe, rabbitmqRecipe, redisRecipe } from './lib/own-servers/recipes.ts';
import { createData, install, logIn, type BenchData } from './lib/platform.ts';
import { report, type Figure } from './lib/report.ts';
import { percentile } from './lib/statistics.ts';
import type { HostProcess } from '../scripts/lib/host-process.ts';

const RECOVERY_LIMIT_MS = 60_000;
/** Time without one more handled message after which the others count as lost. */
const STILL_LIMIT_MS = 60_000;
const PAUSE_MS = 300;
const HOST = '127.0.0.1';
/** Longest time until a recovered service is used again; RabbitMQ is retried every 10 s. */
const BUDGET: Readonly<Record<string, number>> = {
  PostgreSQL: 5_000,
  MariaDB: 5_000,
  Redis: 5_000,
  RabbitMQ: 15_000,
};

interface ChaosHost {
  readonly name: string;
  readonly host: HostProcess;
  readonly load: ChaosLoad;
  readonly services: readonly string[];
  ended: number | undefined;
}

const minutes = option('minutes', 1);
const servers = new Map<string, OwnServer>();
const removals: Array<() => void | Promise<void>> = [];
const failures: string[] = [];
const recoveries = new Map<string, number[]>();

const hostCount = option('hosts', 1);
const dialect = process.argv.includes('--mysql') ? 'mysql' : 'postgres';
try {
  if (hostCount > 1) report('chaos-hosts', await chaosOverHosts(hostCount, minutes, dialect));
  else await main();
} finally {
  for (const remove of removals.toReversed()) await remove();
}

async function main(): Promise<void> {
  for (const recipe of [postgresRecipe, mariadbRecipe, redisRecipe, rabbitmqRecipe]) await own(recipe);
  const chaos = await packageChaosApplication();
  removals.push(chaos.remove);
  const hosts: ChaosHost[] = [];
  for (const name of ['PostgreSQL', 'MariaDB']) {
    const database = servers.get(name);
    if (database) hosts.push(await startHost(database, chaos.file));
  }
  const inflicted = await inflictAll(hosts);
  const figures = hosts.map(async (host): Promise<Figure[]> => [
    ...(await whole(host)),
    ...(await stoppedUnderLoad(host)),
  ]);
  const wholeFigures = (await Promise.all(figures)).flat();
  for (const failure of failures) console.error(failure);
  report('chaos', [
    { name: 'faults', value: inflicted, unit: '', atLeast: 1 },
    ...[...recoveries].flatMap(([service, times]) => recoveryFigures(service, times)),
    ...wholeFigures,
  ]);
}

async function own(recipe: ServerRecipe): Promise<void> {
  const server = await OwnServer.create(recipe);
  if (typeof server === 'string') {
    console.log(`skipped: ${recipe.name}, ${server}`);
    return;
  }
  removals.push(() => server.remove());
  servers.set(recipe.name, server);
}

async function startHost(database: OwnServer, file: string): Promise<ChaosHost> {
  const [type, user] = database.name === 'MariaDB' ? ['mysql', 'root'] : ['postgres', 'postgres'];
  await createDatabase(type, database.port);
  const redis = servers.get('Redis');
  const rabbit = servers.get('RabbitMQ');
  const data: BenchData = await createData();
  removals.push(() => data.remove());
  const host = await data.start({
    'database.type': type,
    'database.host': HOST,
    'database.port': database.port,
    'database.name': DATABASE,
    'database.user': user,
    'cache.key-prefix': `${type}:`,
    ...(redis ? { 'cache.type': 'redis', 'cache.url': `redis://${HOST}:${redis.port}` } : {}),
    // Queues of two platforms on one broker would meet.
    ...(rabbit && type === 'postgres'
      ? { 'rabbitmq.address': `amqp://guest:guest@${HOST}:${rabbit.port}` }
      : {}),
  });
  removals.push(() => host.kill());
  const { api, token } = await logIn(host);
  await install(api, [file]);
  const load = new ChaosLoad(host.ready.api, token);
  const services = [database.name, 'Redis', ...(type === 'postgres' ? ['RabbitMQ'] : [])];
  const started: ChaosHost = { name: `host on ${database.name}`, host, load, services, ended: undefined };
  void host.ended.then((code) => (started.ended = code));
  return started;
}

async function createDatabase(type: string, port: number): Promise<void> {
  if (type === 'mysql') {
    const connection = await mysql.createConnection({ host: HOST, port, user: 'root' });
    await connection.query(`create database ${DATABASE}`).finally(() => connection.end());
    return;
  }
  const client = new pg.Client({ host: HOST, port, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`create database ${DATABASE}`).finally(() => client.end());
}

/** Causes each kind of fault at least once, until the time is over. */
async function inflictAll(hosts: readonly ChaosHost[]): Promise<number> {
  const faults = [...servers.values()].flatMap((server): Fault[] => {
    if (server.name === 'RabbitMQ') return restartsOf(server, 'broker');
    if (server.name === 'Redis') return [...cacheCuts(server), ...restartsOf(server, 'cache')];
    return [...databaseCuts(server), ...restartsOf(server, 'database')];
  });
  const until = performance.now() + minutes * 60_000;
  let inflicted = 0;
  do {
    for (const fault of faults.toSorted(() => randomInt(3) - 1)) {
      await fault.inflict();
      const concerned = hosts.filter(({ services }) => services.includes(fault.service));
      const times = await Promise.all(
        concerned.map(({ load }) => load.recovery(fault.probe, RECOVERY_LIMIT_MS)),
      );
      recoveries.set(fault.service, [...(recoveries.get(fault.service) ?? []), ...times]);
      console.log(`${fault.service} ${fault.what}: ${times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
      for (const { name, ended } of hosts) if (ended !== undefined) throw new Error(`The ${name} has ended.`);
      inflicted += 1;
      await sleep(PAUSE_MS);
    }
  } while (performance.now() < until);
  return inflicted;
}

/** Compares the answers of the host with the final content of its database. */
async function whole({ name, load }: ChaosHost): Promise<Figure[]> {
  await load.stop();
  let until = performance.now() + STILL_LIMIT_MS;
  let unhandled = await unhandledOf(load);
  while (unhandled > 0 && performance.now() < until) {
    await sleep(500);
    const left = await unhandledOf(load);
    if (left < unhandled) until = performance.now() + STILL_LIMIT_MS;
    unhandled = left;
  }
  const { halves, seen } = await load.state();
  const counts = new Map<number, number>();
  for (const pair of halves) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const half = [...counts.values()].filter((count) => count !== 2).length;
  const lost = [...load.acknowledged].filter((pair) => !counts.has(pair)).length;
  const unfounded = new Set(seen.filter((pair) => pair > 0 && !counts.has(pair))).size;
  for (const [what, times] of load.wrong) failures.push(`${name}: ${what}, ${times} times`);
  const wrong = [...load.wrong.values()].reduce((sum, times) => sum + times, 0);
  return [
    {
      name: `${name}: answered`,
      value: load.answered,
      unit: '',
      atLeast: 1,
      note: `${load.away} named what was away`,
    },
    { name: `${name}: other answers, or none`, value: wrong, unit: '', atMost: 0 },
    { name: `${name}: transactions that are half`, value: half, unit: '', atMost: 0 },
    { name: `${name}: answered, and not there`, value: lost, unit: '', atMost: 0 },
    { name: `${name}: messages of committed transactions lost`, value: unhandled, unit: '', atMost: 0 },
    { name: `${name}: messages of what was rolled back`, value: unfounded, unit: '', atMost: 0 },
  ];
}

async function unhandledOf(load: ChaosLoad): Promise<number> {
  const seen = new Set((await load.state()).seen);
  return [...load.acknowledged].filter((pair) => !seen.has(pair)).length;
}

/** SIGTERM under load: accepted requests are answered, and the process ends by itself. */
async function stoppedUnderLoad({ name, host }: ChaosHost): Promise<Figure[]> {
  const { token } = await logIn(host);
  const load = new ChaosLoad(host.ready.api, token);
  await sleep(1_000);
  const started = performance.now();
  const stopping = host.stop();
  const code = await stopping;
  const seconds = (performance.now() - started) / 1_000;
  await load.stop();
  load.wrong.delete('0 ECONNREFUSED');
  for (const [what, times] of load.wrong) failures.push(`${name}, asked to stop: ${what}, ${times} times`);
  return [
    { name: `${name}: exit code when asked to stop`, value: code, unit: '', atMost: 0 },
    { name: `${name}: stopped within`, value: seconds, unit: 's', atMost: 10 },
    { name: `${name}: accepted and not answered meanwhile`, value: load.wrong.size, unit: '', atMost: 0 },
  ];
}

function recoveryFigures(service: string, times: readonly number[]): Figure[] {
  return [
    { name: `${service}: used again, half of the times within`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `${service}: used again, 95 % within`, value: percentile(times, 0.95), unit: 'ms' },
    {
      name: `${service}: used again at the latest`,
      value: Math.max(...times),
      unit: 'ms',
      atMost: BUDGET[service] ?? 0,
      note: `${times.length} times`,
    },
  ];
}
