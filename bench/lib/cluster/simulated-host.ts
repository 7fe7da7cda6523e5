import { NodeRegistry, NODES_TOPIC } from '../../../server/src/cluster/node-registry.ts';
import { exchangeRates } from '../../../server/src/cluster/rate-exchange.ts';
import { DatabaseClock, THIS_RELEASE, type Ids, type SqlDatabase } from '../../../server/src/data/index.ts';
import { refreshing } from '../../../server/src/infra/index.ts';
import { HttpService, loadConfig, silentLogger, type Clock } from '../../../server/src/kernel/index.ts';
import { Convergence } from '../../../server/src/market/convergence/convergence.ts';
import { HostPhases } from '../../../server/src/market/convergence/host-phases.ts';
import { HostReports, type HostReport } from '../../../server/src/market/convergence/host-reports.ts';
import { LocalApplications } from '../../../server/src/market/convergence/local-applications.ts';
import { ObservedStore } from '../../../server/src/market/convergence/observed-store.ts';
import { Preparations } from '../../../server/src/market/convergence/preparations.ts';
import type { Journal } from '../../../server/src/market/operations/journal.ts';
import { DesiredStore } from '../../../server/src/market/records/desired-store.ts';
import { InstallRegistry } from '../../../server/src/market/records/install-registry.ts';
import { InstallStore } from '../../../server/src/market/records/install-store.ts';
import { PHASES_TOPIC, PhaseStore } from '../../../server/src/market/records/phase-store.ts';
import { APPS_TOPIC, RuntimeEvents } from '../../../server/src/market/runtime/runtime-events.ts';
import { operationTimes } from '../../../server/src/market/tasks/operation-times.ts';
import { TaskFeed } from '../../../server/src/market/tasks/task-feed.ts';
import { TaskRunner } from '../../../server/src/market/tasks/task-runner.ts';
import { TaskSettlement } from '../../../server/src/market/tasks/task-settlement.ts';
import { TaskStore } from '../../../server/src/market/tasks/task-store.ts';
import { SimulatedBackends, type BackendStep } from './simulated-backends.ts';
import { SimulatedFiles } from './simulated-files.ts';
import type { Load, SimulatedLink, SimulatedNetwork } from './simulated-network.ts';
import {
  APP_CODE,
  simulatedJournals,
  SimulatedOperation,
  type SimulatedChange,
} from './simulated-operation.ts';

export const SWEEP_MS = 2_000;
const TIMEOUT_MS = 60_000;
/** Shares of the time from the fetch of a version to its last route. */
const SHARES = { place: 0.5, construct: 0.25, complete: 0.25 } as const;

const { config } = loadConfig({ directories: [], env: {}, args: [] });

export interface Surroundings {
  readonly database: SqlDatabase;
  readonly network: SimulatedNetwork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  /** Mean time of a host to fetch, place and load a version. */
  readonly loadMs: number;
  /** Calls a second of each host that count for a limit. */
  readonly changes: number;
  /** Hears how far a host is with a jar. */
  readonly reached: (step: BackendStep | 'committed', jar: string, host: SimulatedHost) => void;
}

/** Facts of a finished operation. */
export interface Operated {
  /** Time that the operation took in a step, in milliseconds; undefined without that step. */
  readonly prepareMs: number | undefined;
  readonly readyMs: number | undefined;
  /** From the commit until the operation knew of all hosts. */
  readonly reportedMs: number;
  readonly hosts: readonly HostReport[];
}

/** A host's own state machines and statements, with simulated time, network, disk and process. */
export class SimulatedHost {
  readonly nodeId: string;
  /** Factor of the time that it takes to load. */
  slowness = 1;
  /** Whether calls arrive that count for a limit. */
  isCalled = false;
  readonly #surroundings: Surroundings;
  readonly #link: SimulatedLink;
  readonly #nodes: NodeRegistry;
  readonly #observed: ObservedStore;
  readonly #desired: DesiredStore;
  readonly #installs: InstallStore;
  readonly #registry: InstallRegistry;
  readonly #phases: PhaseStore;
  readonly #events: RuntimeEvents;
  readonly #runner: TaskRunner<Journal>;
  readonly #convergence: Convergence;
  readonly #preparations: Preparations;
  readonly #reports: HostReports;
  readonly #files: SimulatedFiles;
  readonly #backends: SimulatedBackends;
  readonly #paces = new Map<string, number>();
  #isKilled = false;
  #committedAt = 0;
  #reportedMs = 0;

  /** @param number the same for a host that comes back */
  constructor(surroundings: Surroundings, number: number) {
    const { clock, database, ids, network } = surroundings;
    this.#surroundings = surroundings;
    this.#link = network.join(database);
    const { bus, database: own, timers } = this.#link;
    this.nodeId = `node-${number}-${ids.next()}`;
    this.#files = new SimulatedFiles(this.#taking('place'));
    const times = { construct: this.#taking('construct'), complete: this.#taking('complete') };
    this.#backends = new SimulatedBackends(times, (step, jar) => surroundings.reached(step, jar, this));
    this.#nodes = this.#joined(number);
    this.#observed = new ObservedStore(own, this.nodeId);
    this.#desired = new DesiredStore(own, THIS_RELEASE.desiredFormat);
    this.#installs = new InstallStore(own, ids, clock);
    this.#registry = new InstallRegistry(this.#installs, () => bus.publish(APPS_TOPIC, null));
    this.#phases = new PhaseStore(own, bus);
    this.#events = new RuntimeEvents(bus);
    this.#runner = this.#runs();
    this.#preparations = this.#prepares();
    this.#convergence = this.#converges();
    this.#reports = new HostReports({
      ...{ nodes: this.#nodes, desired: this.#desired, observed: this.#observed, timers },
      settled: (appCode) => this.#convergence.settled(appCode),
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** Whether an operation of its own is running. */
  get isLeading(): boolean {
    return this.#runner.isBusy(APP_CODE);
  }

  get isKilled(): boolean {
    return this.#isKilled;
  }

  /** Requests and answers of this host alone. */
  get load(): Load {
    return this.#link.load;
  }

  /** Whether it has prepared for an operation of another host. */
  get isPrepared(): boolean {
    return this.#files.isWaiting;
  }

  /** Goes through the start of a host, which takes no time to load. */
  async start(): Promise<void> {
    const { bus } = this.#link;
    this.slowness = 0;
    await this.#nodes.open();
    this.#countCalls();
    await this.#registry.reload();
    await this.#convergence.prepare(0);
    const look = async (): Promise<void> => {
      await this.#registry.reload();
      await this.#convergence.look();
    };
    const hears = {
      received: (id: unknown) => this.#nodes.look(id as string),
      missed: () => this.#nodes.look(),
    };
    bus.subscribe(NODES_TOPIC, hears);
    bus.subscribe(APPS_TOPIC, refreshing(look));
    bus.subscribe(
      PHASES_TOPIC,
      refreshing(() => this.#preparations.look()),
    );
    this.#events.follow(look);
    await this.#convergence.start(SWEEP_MS);
    await this.#nodes.converged();
    await this.#preparations.start(SWEEP_MS);
    this.slowness = 1;
  }

  /** Leads an operation. */
  async operate(change: SimulatedChange): Promise<Operated> {
    const { done } = await this.#runner.start(this.#operation(change));
    const outcome = await done;
    if (outcome.status === 'failed') throw outcome.error;
    const { hosts, timings } = outcome.report as {
      hosts?: readonly HostReport[];
      timings: Record<string, number>;
    };
    const { prepare: prepareMs, ready: readyMs } = timings;
    return { prepareMs, readyMs, reportedMs: this.#reportedMs, hosts: hosts ?? [] };
  }

  /** Ends without a word, as a process that was killed. */
  kill(): void {
    this.#isKilled = true;
    this.#link.cut();
  }

  #joined(number: number): NodeRegistry {
    const { bus, database, timers } = this.#link;
    const { clock } = this.#surroundings;
    const host = `host-${number}`;
    return new NodeRegistry({
      ...{ database, bus, timers, logger: silentLogger },
      clock: new DatabaseClock(database, clock),
      own: {
        nodeId: this.nodeId,
        facts: {
          ...{ host_id: host, machine: host, pid: number, host_version: THIS_RELEASE.version },
          ...{ desired_format: 1, pool_size: 10, trusted_key_ids: '[]' },
        },
        address: () => `http://${host}`,
        cacheId: () => null,
      },
      load: {
        read: () => ({ memory_bytes: 1, heap_bytes: 1, loop_delay_us: 1, cpu_percent: 1 }),
        close: () => undefined,
      },
    });
  }

  /** Exchanges sums of a limit that calls count for. */
  #countCalls(): void {
    const { bus, timers } = this.#link;
    const { changes, clock } = this.#surroundings;
    const { rates } = new HttpService(config, silentLogger);
    const limit = rates.limit('login', 1_000_000, clock);
    exchangeRates(rates, bus, { hosts: () => this.#nodes.count, timers });
    let calls = Math.floor(this.#surroundings.random() * 100);
    if (changes > 0)
      timers.every(1_000 / changes, () => {
        if (this.isCalled) void limit.hit(`address ${(calls += 1) % 100}`, timers.elapsed());
      });
  }

  #runs(): TaskRunner<Journal> {
    const { bus, database } = this.#link;
    const { clock, ids } = this.#surroundings;
    const store = new TaskStore(database, ids);
    const feed = new TaskFeed(bus);
    feed.follow();
    const journals = simulatedJournals(this.#phases);
    const parts = {
      journals,
      store,
      clock,
      logger: silentLogger,
      ownerNode: `${this.nodeId}/${this.nodeId}`,
    };
    const living = (processes: readonly string[]) => this.#nodes.living(processes);
    return new TaskRunner<Journal>({
      ...{ ...parts, feed },
      settlement: new TaskSettlement<Journal>({ ...parts, living }),
      exclusively: (_appCode, work) => work(),
      released: async (appCode) => void (await this.#preparations.take(appCode, null)),
      times: operationTimes(),
      onFailed: () => undefined,
      hosts: async (appCode, run) => {
        const hosts = await this.#reports.of(appCode, run);
        this.#reportedMs = this.#link.timers.elapsed() - this.#committedAt;
        return hosts ? { hosts } : {};
      },
    });
  }

  #prepares(): Preparations {
    return new Preparations({
      ...{ nodeId: this.nodeId, phases: this.#phases, files: this.#files, backends: this.#backends },
      ...{ logger: silentLogger, timers: this.#link.timers },
      isBusy: (appCode) => this.#runner.isBusy(appCode),
      sharesFiles: () => false,
      living: (nodeIds) => this.#nodes.living(nodeIds),
      converge: () => this.#convergence.look(),
      rereadTables: () => this.#link.database.rereadTables(),
    });
  }

  #converges(): Convergence {
    return new Convergence({
      ...{ desired: this.#desired, observed: this.#observed },
      ...{ logger: silentLogger, timers: this.#link.timers },
      applications: new LocalApplications({
        ...{ files: this.#files, backends: this.#backends },
        take: (appCode, version) => this.#preparations.take(appCode, version),
      }),
      whileIdle: (appCode, work) => this.#runner.whileIdle(appCode, work),
      changed: () => this.#registry.reload(),
    });
  }

  #operation(change: SimulatedChange): SimulatedOperation {
    const { timers } = this.#link;
    const phases = new HostPhases({
      ...{ nodeId: this.nodeId, machineId: this.nodeId, nodes: this.#nodes, phases: this.#phases },
      ...{ timeoutMs: TIMEOUT_MS, timers },
    });
    const parts = {
      ...{ files: this.#files, desired: this.#desired, installs: this.#installs },
      ...{ registry: this.#registry, events: this.#events },
      phased: { phases, placement: this.#files.placement, backends: this.#backends },
      committed: (jar: string) => {
        this.#committedAt = timers.elapsed();
        this.#surroundings.reached('committed', jar, this);
      },
    };
    return new SimulatedOperation(parts, change);
  }

  /** @returns takes the time of a part of the work on a jar */
  #taking(part: keyof typeof SHARES): (jar: string) => Promise<void> {
    return (jar) => {
      const { loadMs, random } = this.#surroundings;
      const pace = this.#paces.get(jar) ?? 0.5 + random();
      this.#paces.set(jar, pace);
      return this.#link.timers.pause(loadMs * SHARES[part] * pace * this.slowness);
    };
  }
}
