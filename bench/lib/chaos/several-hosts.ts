import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, publishPackage } from '@platform/cli';
import { buildPackage, packageOf } from '../../../scripts/lib/build.ts';
import type { ServerDialect } from '../../../server/src/data/testing/connections.ts';
import { availableRedis } from '../../../server/src/infra/testing/redis.ts';
import { INSTALL } from '../../../server/src/market/records/install-store.ts';
import { GeneratedApplications } from '../generated-applications.ts';
import { install, logIn } from '../platform.ts';
import type { Figure } from '../report.ts';
import { SteadyClient } from '../steady-client.ts';
import { OnePlatform, type PlatformHost } from './one-platform.ts';

const CODE = 'benchchaos';
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0'];
/** Requests a second to each host: two cores carry the hosts and this. */
const RATE = 20;
/** How long a host that was stopped has to notice that it lags, after which it is asked again. */
const AWAKE_MS = 3_000;
const LONGEST_STOP_MS = 25_000;

/** Answers that operations may give while a host is disturbed. */
const RIGHT = new Set([
  ...['HOST_NOT_PREPARED', 'HOST_NOT_ANSWERED', 'OPERATION_OVERTAKEN', 'LOCK_TIMEOUT'],
  ...['TASK_RUNNING', 'TASK_TIMEOUT', 'TASK_OWNER_GONE', 'TASK_HOST_STOPPED'],
  // Another one was settled in between.
  ...['APP_ALREADY_INSTALLED', 'INSTALL_NOT_FOUND', 'APP_UP_TO_DATE', 'VERSION_LOWER', 'INSTALL_INCOMPLETE'],
]);

/**
 * Hosts are killed, or stopped and continued, at random moments, while one application is
 * installed, upgraded, rolled back and removed through any of them, and another one is asked.
 * (design 10.6)
 *
 * @returns what must hold at the end, on all hosts
 */
export async function chaosOverHosts(
  count: number,
  minutes: number,
  dialect: ServerDialect,
): Promise<Figure[]> {
  const redis = await availableRedis();
  if (!redis) throw new Error('Several hosts need Redis on loopback.');
  const applications = new GeneratedApplications();
  const platform = await OnePlatform.start(redis, dialect);
  const chaos = new ChaosOverHosts(platform);
  try {
    await buildPackage('hello');
    const packages: string[] = [];
    for (const version of VERSIONS) packages.push(await applications.package(CODE, version));
    await chaos.begin(packages, count);
    await chaos.run(performance.now() + minutes * 60_000);
    return await chaos.figures();
  } finally {
    await platform.end();
    applications.remove();
    await redis.close();
  }
}

class ChaosOverHosts {
  readonly #platform: OnePlatform;
  readonly #load = new Map<PlatformHost, SteadyClient>();
  readonly #wrong = new Map<string, number>();
  readonly #done = new Map<string, number>();
  /** Failed requests on hosts that nobody had touched. */
  readonly #lost: string[] = [];
  /** The host that is killed or stopped just now. */
  #touched: PlatformHost | undefined;
  #token = '';
  #sent = 0;
  #faults = 0;

  constructor(platform: OnePlatform) {
    this.#platform = platform;
  }

  async begin(packages: readonly string[], count: number): Promise<void> {
    const [first] = this.#platform.hosts as [PlatformHost];
    const { api, token } = await logIn(first.process);
    this.#token = token;
    await install(api, [packageOf('hello')]);
    for (const file of packages) await publishPackage(api, file);
    while (this.#platform.hosts.length < count) await this.#platform.join();
    for (const host of this.#platform.hosts) this.#ask(host);
  }

  async run(until: number): Promise<void> {
    const operations = (async () => {
      while (performance.now() < until) await this.#operate();
    })();
    while (performance.now() < until) {
      await sleep(randomInt(500, 5_000));
      await this.#disturb();
    }
    await operations;
  }

  async figures(): Promise<Figure[]> {
    const open = await this.#platform.unsettled();
    for (const host of this.#platform.hosts) await this.#leave(host);
    const differences = this.#platform.differences();
    for (const line of [...open, ...differences, ...this.#lost.slice(0, 20)]) console.error(line);
    for (const [what, times] of this.#wrong) console.error(`${what}, ${times} times`);
    const done = [...this.#done].map(([what, times]) => `${times} ${what}`).join(', ');
    const none = { unit: '', atMost: 0 };
    return [
      { name: 'hosts killed, or stopped and continued', value: this.#faults, unit: '', atLeast: 1 },
      { name: 'operations that succeeded', value: sum(this.#done), unit: '', atLeast: 1, note: done },
      { name: 'requests to other hosts', value: this.#sent, unit: '', atLeast: 1 },
      { name: 'of these failed', value: this.#lost.length, ...none },
      { name: 'operations with an end that names no cause', value: sum(this.#wrong), ...none },
      { name: 'not followed or not ended at the end', value: open.length, ...none },
      { name: 'files that not all hosts have', value: differences.length, ...none },
    ];
  }

  #ask(host: PlatformHost): void {
    const headers = { authorization: `Bearer ${this.#token}` };
    this.#load.set(host, new SteadyClient(`${host.process.ready.api}/hello/greet`, RATE, headers));
  }

  /** @param isTouched its failures until now are no wonder */
  async #leave(host: PlatformHost, isTouched = false): Promise<void> {
    const load = this.#load.get(host);
    this.#load.delete(host);
    if (!load) return;
    const known = load.failures.length;
    await load.stop();
    this.#sent += load.sent;
    const failures = isTouched ? load.failures.slice(0, known) : load.failures;
    this.#lost.push(...failures.map((failure) => `${host.name}: ${failure}`));
  }

  async #disturb(): Promise<void> {
    const host = oneOf(this.#platform.hosts);
    this.#touched = host;
    this.#faults += 1;
    const { pid, ended } = host.process;
    const left = this.#leave(host, true);
    if (randomInt(2) === 0) {
      host.process.kill();
      await ended;
      await left;
      await sleep(randomInt(3_000));
      await this.#platform.restart(host);
    } else {
      process.kill(pid, 'SIGSTOP');
      await sleep(randomInt(LONGEST_STOP_MS));
      process.kill(pid, 'SIGCONT');
      await left;
      await sleep(AWAKE_MS);
    }
    this.#ask(host);
    this.#touched = undefined;
  }

  async #operate(): Promise<void> {
    const host = oneOf(this.#platform.hosts);
    const { api } = host.process.ready;
    if (host === this.#touched) return void (await sleep(200));
    try {
      const what = await change(new ApiClient(api, this.#token));
      this.#done.set(what, (this.#done.get(what) ?? 0) + 1);
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      // Its host was killed or stopped meanwhile, whatever became of the operation.
      if (host === this.#touched || api !== host.process.ready.api || RIGHT.has(code)) return;
      const line = `${host.name}: ${code} ${message}`;
      this.#wrong.set(line, (this.#wrong.get(line) ?? 0) + 1);
    }
  }
}

interface Installed {
  readonly installId: number;
  readonly appCode: string;
  readonly version: string;
  readonly status: number;
  readonly previousVersion: string | null;
}

/** Does what the state of the application allows. @returns what it did */
async function change(api: ApiClient): Promise<string> {
  const installs = await api.get<Installed[]>('/app/install/list');
  const found = installs.find(({ appCode }) => appCode === CODE);
  if (!found || found.status === INSTALL.failed) {
    await api.post('/app/install', { appCode: CODE, version: VERSIONS[0] });
    return 'installations';
  }
  const path = `/app/install/${found.installId}`;
  const next = VERSIONS[VERSIONS.indexOf(found.version) + 1];
  const choice = randomInt(4);
  if (choice === 0) {
    await api.delete(path);
    return 'removals';
  }
  if (next === undefined || (choice === 1 && found.previousVersion !== null)) {
    await api.post(`${path}/rollback`, {});
    return 'rollbacks';
  }
  await api.post(`${path}/upgrade`, { version: next });
  return 'upgrades';
}

const oneOf = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T;
const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, times) => total + times, 0);
