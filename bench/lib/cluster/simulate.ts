import { DatabaseClock, THIS_RELEASE, type SqlDatabase } from '../../../server/src/data/index.ts';
import { NodeRegistry, NODES_TOPIC } from '../../../server/src/cluster/node-registry.ts';
import { exchangeRates } from '../../../server/src/cluster/rate-exchange.ts';
import { loadConfig, HttpService, silentLogger } from '../../../server/src/kernel/index.ts';
import { Convergence, type Applications } from '../../../server/src/market/convergence/convergence.ts';
import { HostReports } from '../../../server/src/market/convergence/host-reports.ts';
import { ObservedStore } from '../../../server/src/market/convergence/observed-store.ts';
import { DesiredStore, type Desired } from '../../../server/src/market/records/desired-store.ts';
import { PhaseStore } from '../../../server/src/market/records/phase-store.ts';
import { noLoad, randomNumbers, SimulatedNetwork, type Load } from './simulated-network.ts';
import { SimulatedTime } from './simulated-time.ts';

const SWEEP_MS = 2_000;
const TIMEOUT_MS = 60_000;
const TOPIC = 'apps';

export interface Simulation {
  readonly hosts: number;
  readonly applications: number;
  readonly commits: number;
  /** Length of the part without commits. */
  readonly seconds: number;
  readonly queryMs: number;
  readonly messageMs: number;
  /** Mean time of a host to fetch, place and load a version. */
  readonly loadMs: number;
  /** Calls a second of each host that count for a limit. */
  readonly changes: number;
  readonly loss: number;
}

export interface Simulated {
  /** Total over all hosts, in `seconds` without commits. */
  readonly idle: Load;
  /** Total over all hosts for a commit until all have followed, as a mean. */
  readonly commit: Load;
  /** From the commit until another host serves the new version, for each commit and host. */
  readonly followedMs: readonly number[];
  /** From the commit until the operation's report has all hosts. */
  readonly reportedMs: readonly number[];
}

/** A host's disk and process, without files. */
class SimulatedApplications implements Applications {
  readonly #has = new Map<string, Desired>();
  readonly #load: () => Promise<void>;
  readonly #loaded: (desired: Desired) => void;

  constructor(load: () => Promise<void>, loaded: (desired: Desired) => void) {
    this.#load = load;
    this.#loaded = loaded;
  }

  version(appCode: string): string | null {
    return this.#has.get(appCode)?.version ?? null;
  }
  async isCurrent({ appCode, version }: Desired): Promise<boolean> {
    return this.version(appCode) === version;
  }
  async place(desired: Desired): Promise<void> {
    this.#has.set(desired.appCode, desired);
  }
  async reach(desired: Desired): Promise<void> {
    await this.#load();
    this.#has.set(desired.appCode, desired);
    this.#loaded(desired);
  }
}

/** @param database empty, with the host's tables */
export async function simulate(database: SqlDatabase, simulation: Simulation): Promise<Simulated> {
  const { applications, changes, commits, hosts, loadMs, seconds } = simulation;
  const time = new SimulatedTime();
  const load = noLoad();
  const random = randomNumbers(hosts);
  const network = new SimulatedNetwork({ ...simulation, time, load, random });
  const { config } = loadConfig({ directories: [], env: {}, args: [] });
  const clock = { now: () => time.elapsed() };
  const start = Date.parse('2026-01-01T00:00:00Z');
  const followedMs: number[] = [];
  let committedAt = 0;
  let measured = false;

  const startHost = async (number: number) => {
    const own = network.reach(database);
    const bus = network.join();
    const nodeId = `node-${number}`;
    const nodes = new NodeRegistry({
      database: own,
      clock: new DatabaseClock(own, { now: () => start + time.elapsed() }),
      bus,
      logger: silentLogger,
      own: {
        nodeId,
        facts: {
          ...{ host_id: nodeId, machine: nodeId, pid: number, host_version: THIS_RELEASE.version },
          ...{ desired_format: 1, pool_size: 10, trusted_key_ids: '[]' },
        },
        address: () => `http://${nodeId}`,
      },
      timers: time,
      load: {
        read: () => ({ memory_bytes: 1, heap_bytes: 1, loop_delay_us: 1, cpu_percent: 1 }),
        close: () => undefined,
      },
    });
    bus.subscribe(NODES_TOPIC, {
      heard: (id) => nodes.look(id as string),
      missed: () => nodes.look(),
    });
    await nodes.open();
    const { rates } = new HttpService(config, silentLogger);
    const window = rates.window('login', 1_000_000, clock);
    exchangeRates(rates, bus, { hosts: () => nodes.count, timers: time });
    let calls = number;
    if (changes > 0)
      time.every(1_000 / changes, () => void window.hit(`address ${(calls += 1) % 100}`, time.elapsed()));
    const desired = new DesiredStore(own, THIS_RELEASE.desiredFormat);
    const observed = new ObservedStore(own, nodeId);
    let isLeading = false;
    const local = new SimulatedApplications(
      () => time.pause(loadMs / 2 + random() * loadMs),
      () => {
        if (measured) followedMs.push(time.elapsed() - committedAt);
      },
    );
    const convergence = new Convergence({
      desired,
      observed,
      applications: local,
      whileIdle: async (_appCode, work) => {
        if (isLeading) return false;
        await work();
        return true;
      },
      changed: async () => undefined,
      logger: silentLogger,
      timers: time,
    });
    bus.subscribe(TOPIC, { heard: () => convergence.look(), missed: () => convergence.look() });
    await convergence.prepare(0);
    await convergence.start(SWEEP_MS);
    // Hosts also look for versions that operations ask them to prepare.
    const phases = new PhaseStore(own, bus);
    time.every(SWEEP_MS, () => void phases.open());
    /** Steps of an operation once it has switched its own host. */
    const commit = async (appCode: string, version: string): Promise<number> => {
      isLeading = true;
      const fence = await desired.fence(appCode);
      const change = { appCode, version, state: 'running', jar: null, packageUrl: null } as const;
      await local.place({ ...change, generation: fence + 1, format: THIS_RELEASE.desiredFormat });
      await desired.commit({ ...change, frontendVersion: null, taskId: null }, fence);
      committedAt = time.elapsed();
      bus.publish(TOPIC, null);
      const reports = new HostReports({
        nodes,
        desired,
        observed,
        settled: (code, generation) => convergence.settled(code, generation),
        timeoutMs: TIMEOUT_MS,
        timers: time,
      });
      const watch = { signal: new AbortController().signal, log: () => undefined };
      const all = await reports.of(appCode, watch);
      if (all?.length !== hosts || all.some(({ state }) => state !== 'current'))
        throw new Error('A host has not followed.');
      isLeading = false;
      return time.elapsed() - committedAt;
    };
    return { commit };
  };

  const reset = (): void => void Object.assign(load, noLoad());
  return time.run(
    (async (): Promise<Simulated> => {
      const seeded = new DesiredStore(database, THIS_RELEASE.desiredFormat);
      for (let app = 0; app < applications; app += 1)
        await seeded.commit(
          {
            ...({ appCode: `app-${app}`, version: '1.0.0', state: 'running', jar: null } as const),
            ...{ packageUrl: null, frontendVersion: null, taskId: null },
          },
          0,
        );
      const started = [];
      for (let number = 0; number < hosts; number += 1) {
        started.push(startHost(number));
        await time.pause((random() * 2 * 10_000) / hosts);
      }
      const leaders = await Promise.all(started);
      // Until each has counted the others.
      if (changes > 0) await time.pause(40_000);
      reset();
      await time.pause(seconds * 1_000);
      const idle = { ...load };
      reset();
      measured = true;
      const reportedMs: number[] = [];
      for (let commit = 1; commit <= commits; commit += 1) {
        const leader = leaders[Math.floor(random() * hosts)];
        if (leader) reportedMs.push(await leader.commit('app-0', `1.${commit}.0`));
      }
      const each = (count: number): number => count / commits;
      return {
        idle,
        commit: { queries: each(load.queries), rows: each(load.rows), sent: 0, heard: 0 },
        followedMs,
        reportedMs,
      };
    })(),
  );
}
