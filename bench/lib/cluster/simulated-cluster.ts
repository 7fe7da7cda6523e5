import { THIS_RELEASE, type Ids, type SqlDatabase } from '../../../server/src/data/index.ts';
import { DesiredStore } from '../../../server/src/market/records/desired-store.ts';
import { INSTALL, InstallStore } from '../../../server/src/market/records/install-store.ts';
import { jarOf } from './simulated-files.ts';
import { SimulatedHost, type Operated, type Surroundings } from './simulated-host.ts';
import { OperationCourse } from './operation-course.ts';
import { noLoad, randomNumbers, SimulatedNetwork } from './simulated-network.ts';
import { APP_CODE, TENANT, type SimulatedChange } from './simulated-operation.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Hosts start within this time. */
const START_MS = 20_000;

export interface ClusterOptions {
  readonly hosts: number;
  readonly applications: number;
  readonly queryMs: number;
  readonly messageMs: number;
  /** Mean time of a host to fetch, place and load a version. */
  readonly loadMs: number;
  /** Calls a second of each host that count for a limit. */
  readonly changes: number;
  /** Share of messages that are lost. */
  readonly loss: number;
}

/** An operation, and when the other hosts served its version after its commit. */
export interface Followed extends Operated {
  readonly followedMs: readonly number[];
}

/** Hosts that share a database in memory. */
export class SimulatedCluster {
  readonly time: SimulatedTime;
  readonly random: () => number;
  /** Total over all hosts. */
  readonly load = noLoad();
  readonly #options: ClusterOptions;
  readonly #database: SqlDatabase;
  readonly #surroundings: Surroundings;
  readonly #hosts: SimulatedHost[] = [];
  #versions = 0;
  #lastId = 0;
  #course: OperationCourse | undefined;

  /** @param database empty, with the host's tables, by the clock of `time` */
  constructor(database: SqlDatabase, time: SimulatedTime, options: ClusterOptions) {
    const { changes, hosts, loadMs } = options;
    this.time = time;
    this.random = randomNumbers(hosts);
    this.#options = options;
    this.#database = database;
    const { load, random } = this;
    this.#surroundings = {
      ...{ database, random, loadMs, changes },
      network: new SimulatedNetwork({ ...options, time, load, random }),
      clock: time.clock,
      ids: { next: () => (this.#lastId += 1) } as Ids,
      reached: (step, jar, host) => {
        if (jar !== this.#course?.jar) return;
        if (step === 'committed') this.#course.committed();
        else this.#course.reached(step, host);
      },
    };
  }

  get hosts(): readonly SimulatedHost[] {
    return this.#hosts;
  }

  async start(): Promise<void> {
    await this.#seed();
    const { hosts } = this.#options;
    const started: Array<Promise<void>> = [];
    for (let number = 0; number < hosts; number += 1) {
      const host = new SimulatedHost(this.#surroundings, number);
      this.#hosts.push(host);
      started.push(host.start());
      await this.time.pause((this.random() * START_MS) / hosts);
    }
    await Promise.all(started);
  }

  /** Lets calls arrive that count for a limit, or none. */
  call(isCalled: boolean): void {
    for (const host of this.#hosts) host.isCalled = isCalled;
  }

  /** Any host, other than the named one. */
  any(other?: SimulatedHost): SimulatedHost {
    const hosts = this.#hosts.filter((host) => host !== other);
    const host = hosts[Math.floor(this.random() * hosts.length)];
    if (!host) throw new Error('There is no such host.');
    return host;
  }

  /** Changes an application to its next version, on all hosts that live. */
  async change(leader: SimulatedHost, isPrepared: boolean): Promise<Followed> {
    const { change, course } = this.next(isPrepared);
    const operated = await leader.operate(change);
    const followed = operated.hosts.filter(({ state }) => state === 'current').length;
    const live = this.#live().length;
    // One that is alone asks nobody.
    if (followed !== live && live > 1) course.faults.add(`${followed} of ${live} hosts had followed`);
    if (course.faults.size > 0) throw new Error(`${change.version}: ${[...course.faults].join(', ')}.`);
    return { ...operated, followedMs: [...course.followedMs] };
  }

  /** The next change of the application, whose course is watched. */
  next(isPrepared: boolean): { readonly change: SimulatedChange; readonly course: OperationCourse } {
    this.#versions += 1;
    const version = `1.${this.#versions}.0`;
    const jar = jarOf({ appCode: APP_CODE, version });
    const live = (): readonly SimulatedHost[] => this.#live();
    const course = new OperationCourse({ jar, isPrepared, live, timers: this.time });
    this.#course = course;
    return { change: { version, isPrepared }, course };
  }

  /** A host that was killed starts again, with an empty disk. */
  async replace(killed: SimulatedHost): Promise<void> {
    const number = this.#hosts.indexOf(killed);
    const host = new SimulatedHost(this.#surroundings, number);
    this.#hosts[number] = host;
    await host.start();
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.time.pause(10);
  }

  #live(): SimulatedHost[] {
    return this.#hosts.filter(({ isKilled }) => !isKilled);
  }

  async #seed(): Promise<void> {
    const desired = new DesiredStore(this.#database, THIS_RELEASE.desiredFormat);
    const { clock, ids } = this.#surroundings;
    const installs = new InstallStore(this.#database, ids, clock);
    const version = '1.0.0';
    for (let app = 0; app < this.#options.applications; app += 1) {
      const appCode = `app-${app}`;
      const installId = ids.next();
      await installs.begin(installId, TENANT, appCode, version, null);
      await installs.update(installId, { status: INSTALL.enabled });
      const code = { appCode, version, state: 'running', jar: jarOf({ appCode, version }) } as const;
      await desired.commit({ ...code, packageUrl: null, frontendVersion: null, taskId: null }, 0);
    }
  }
}
