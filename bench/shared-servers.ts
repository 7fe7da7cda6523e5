/**
 * Costs of hosts on the servers that they share: processor time of PostgreSQL for a heartbeat, a
 * sweep, a barrier and a report, and of Redis for a message to a hundred hosts; what the
 * installations of many tenants cost each host. (issue 19-6; docs/scaling.md)
 *
 * Needs PostgreSQL and Redis on loopback, on this machine, as the tests do.
 *
 * Run: `node --expose-gc bench/shared-servers.ts [--rounds=10] [--tenants=100000]
 * [--applications=5]`
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { DatabaseClock, THIS_RELEASE, type SqlDatabase } from '../server/src/data/index.ts';
import { openHostDatabase } from '../server/src/data/testing/open.ts';
import { creators } from '../server/src/data/testing/servers.ts';
import { NodeRegistry } from '../server/src/cluster/node-registry.ts';
import { LocalBus } from '../server/src/infra/bus/local-bus.ts';
import { silentLogger, systemClock } from '../server/src/kernel/index.ts';
import { ObservedStore } from '../server/src/market/convergence/observed-store.ts';
import { DesiredStore } from '../server/src/market/records/desired-store.ts';
import { InstallRegistry } from '../server/src/market/records/install-registry.ts';
import { InstallStore } from '../server/src/market/records/install-store.ts';
import { PhaseStore } from '../server/src/market/records/phase-store.ts';
import { option } from './lib/options.ts';
import { processorNanoseconds } from './lib/processor-time.ts';
import { report, type Figure } from './lib/report.ts';
import { percentile } from './lib/statistics.ts';

const rounds = option('rounds', 10);
const tenants = option('tenants', 100_000);
const applications = option('applications', 5);
const TIMES = 500;
const SUBSCRIBERS = 100;
const MESSAGES = 200;
/** A message as the exchange of rates sends it, of ten addresses. */
const MESSAGE = JSON.stringify({
  from: randomUUID(),
  topic: 'rates',
  body: { login: Array.from({ length: 10 }, (_, n) => [`192.0.2.${n}`, 3]) },
});

/** Microseconds of a process for each call of `work`: the 10th percentile of the rounds. */
async function microseconds(pid: number, times: number, work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = processorNanoseconds(pid);
    for (let call = 0; call < times; call += 1) await work();
    // The first one plans statements.
    if (round > 0) samples.push((processorNanoseconds(pid) - before) / 1_000 / times);
  }
  return percentile(samples, 0.1);
}

async function ofDatabase(database: SqlDatabase): Promise<Figure[]> {
  const { rows } = await database.raw<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = Number(rows[0]?.pid);
  const bus = new LocalBus().join(silentLogger);
  const nodes = new NodeRegistry({
    database,
    clock: new DatabaseClock(database, systemClock),
    bus,
    logger: silentLogger,
    own: {
      nodeId: 'measured',
      facts: {
        ...{ host_id: 'measured', machine: 'box', pid: 1, host_version: THIS_RELEASE.version },
        ...{ desired_format: 1, pool_size: 1, trusted_key_ids: '[]' },
      },
      address: () => '',
      cacheId: () => null,
    },
    beatMs: 3_600_000,
  });
  await nodes.open();
  const desired = new DesiredStore(database, THIS_RELEASE.desiredFormat);
  const phases = new PhaseStore(database, bus);
  const observed = new ObservedStore(database, 'measured');
  const of = 'PostgreSQL: processor time of';
  try {
    const figures: Figure[] = [];
    const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      figures.push({ name: `${of} ${name}`, value: await microseconds(pid, TIMES, work), unit: 'µs' });
    };
    await measure('a heartbeat, each 3 s', () => nodes.beat());
    await measure('a sweep, each 2 s', async () => [await desired.total(), await phases.open()]);
    await measure('an answer at a barrier', () =>
      phases.answer(1, 'measured', { stage: 'prepare', failure: null }),
    );
    await measure('the tables read again at the second one', () => database.rereadTables());
    await measure('a report after a commit', () =>
      observed.report('measured', { version: '1.0.0', generation: 1, failure: null }),
    );
    return figures;
  } finally {
    await nodes.close();
  }
}

async function ofRedis(): Promise<Figure[]> {
  const redis = new Redis('redis://127.0.0.1:6379/0');
  const channel = `bench:${randomUUID()}`;
  const subscribers = Array.from({ length: SUBSCRIBERS }, () => redis.duplicate());
  let heard = 0;
  try {
    for (const subscriber of subscribers) {
      await subscriber.subscribe(channel);
      subscriber.on('message', () => void (heard += 1));
    }
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    const sent = async (): Promise<void> => {
      const until = heard + MESSAGES * SUBSCRIBERS;
      // One after the other, as hosts send them: together they would share writes.
      for (let message = 0; message < MESSAGES; message += 1) await redis.publish(channel, MESSAGE);
      while (heard < until) await new Promise((resolve) => setImmediate(resolve));
    };
    const value = (await microseconds(pid, 1, sent)) / MESSAGES / SUBSCRIBERS;
    return [
      { name: 'Redis: processor time of a message, for each host', value, unit: 'µs' },
      { name: 'Redis: messages delivered by one core', value: 1e6 / value, unit: '/s' },
    ];
  } finally {
    for (const each of [...subscribers, redis]) each.disconnect();
  }
}

/** Every host keeps all of them, and reads what has changed whenever one of them does anywhere. */
async function ofTenants(database: SqlDatabase): Promise<Figure[]> {
  await database.raw(
    `insert into app_install (install_id, tenant_id, app_code, version, status, installed_at, update_time)
       select t * 1000 + a, 't' || t, 'app-' || a, '1.0.0', 1, now(), now() - t * interval '1 second'
         from generate_series(1, ${tenants}) t, generate_series(1, ${applications}) a`,
  );
  const ids = { next: () => 0 };
  const registry = new InstallRegistry(new InstallStore(database, ids as never, systemClock));
  const before = heapMiB();
  const started = performance.now();
  await registry.reload();
  const took = performance.now() - started;
  await database.raw('update app_install set status = 0, update_time = now() where install_id = 1001');
  const again = performance.now();
  await registry.reload();
  const followed = performance.now() - again;
  const of = `installations of ${tenants} tenants, ${applications} each`;
  return [
    { name: `${of}: read by each host at its start`, value: took, unit: 'ms' },
    { name: `${of}: read by each host after a change`, value: followed, unit: 'ms', atMost: 1_000 },
    { name: `${of}: memory of each host`, value: heapMiB() - before, unit: 'MiB' },
  ];
}

function heapMiB(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const server = await creators.postgres();
const database = await openHostDatabase({ ...server.config, poolSize: 2 } as typeof server.config);
try {
  report('shared-servers', [
    ...(await ofDatabase(database)),
    ...(await ofRedis()),
    ...(await ofTenants(database)),
  ]);
} finally {
  await database.close();
  await server.drop();
}
