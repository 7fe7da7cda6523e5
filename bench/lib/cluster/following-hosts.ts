import { publishPackage, type ApiClient } from '@platform/cli';
import { byHand, type ByHand } from '../../../server/src/data/testing/by-hand.ts';
import { creators, settingsOf } from '../../../server/src/data/testing/servers.ts';
import type { TestRedis } from '../../../server/src/infra/testing/redis.ts';
import type { HostProcess } from '../../../scripts/lib/host-process.ts';
import { enableLocalStorage } from '../../../scripts/lib/enable-local-storage.ts';
import { joinPlatform } from '../../../scripts/lib/join-platform.ts';
import { GeneratedApplications } from '../generated-applications.ts';
import { createData, logIn, type BenchData } from '../platform.ts';
import { SteadyClient } from '../steady-client.ts';

const CODE = 'benchfollow';
const VERSIONS = ['1.0.0', '1.1.0'] as const;

/**
 * Hosts of one platform, each a process with a disk of its own, on PostgreSQL, Redis and one
 * storage; the first leads upgrades, which the others follow.
 */
export class FollowingHosts {
  readonly #hosts: Array<{ readonly data: BenchData; readonly process: HostProcess }> = [];
  readonly #hand: ByHand;
  readonly #drop: () => Promise<void>;
  readonly #settings: Readonly<Record<string, string | number>>;
  readonly #applications = new GeneratedApplications();
  #token = '';
  #api: ApiClient | undefined;
  #installId = 0;

  private constructor(hand: ByHand, settings: Record<string, string | number>, drop: () => Promise<void>) {
    this.#hand = hand;
    this.#settings = settings;
    this.#drop = drop;
  }

  static async start(redis: TestRedis): Promise<FollowingHosts> {
    const database = await creators.postgres();
    const settings = {
      ...settingsOf(database.args),
      'database.pool-size': 3,
      'cache.type': 'redis',
      'cache.key-prefix': `${redis.prefix}following:`,
    };
    const started = new FollowingHosts(byHand(database.config), settings, () => database.drop());
    await started.grow(1);
    await started.#install();
    return started;
  }

  /** Starts hosts until there are as many. */
  async grow(count: number): Promise<void> {
    while (this.#hosts.length < count) {
      const data = await createData();
      const [first] = this.#hosts;
      if (first) joinPlatform(first.data.directory, data.directory);
      this.#hosts.push({ data, process: await data.start(this.#settings) });
    }
  }

  /**
   * An upgrade or its rollback.
   *
   * @returns milliseconds from the commit until each other host had followed
   */
  async follow(): Promise<number[]> {
    const { version } = (await this.#installed()) ?? {};
    const what = version === VERSIONS[0] ? 'upgrade' : 'rollback';
    await this.#api?.post(`/app/install/${this.#installId}/${what}`, {});
    const rows = await this.#hand.select(
      `select (extract(epoch from (n.update_time - d.update_time)) * 1000)::float8 as ms
         from sys_node_app n join app_desired d on d.app_code = n.app_code and d.generation = n.generation
        where d.app_code = ? order by 1`,
      [CODE],
    );
    if (rows.length !== this.#hosts.length) throw new Error('A host has not followed.');
    // One of them is the leader's own report.
    return rows.slice(1).map(({ ms }) => Number(ms));
  }

  /** Asks each host for the application, `rate` times a second. */
  ask(rate: number): SteadyClient[] {
    const headers = { authorization: `Bearer ${this.#token}` };
    return this.#hosts.map(
      ({ process }) => new SteadyClient(`${process.ready.api}/${CODE}/greet`, rate, headers),
    );
  }

  async end(): Promise<void> {
    for (const { process } of this.#hosts) await process.stop();
    for (const { data } of this.#hosts) data.remove();
    this.#applications.remove();
    await this.#hand.close();
    await this.#drop();
  }

  async #install(): Promise<void> {
    const [first] = this.#hosts;
    if (!first) return;
    const { api, token } = await logIn(first.process);
    this.#api = api;
    this.#token = token;
    await enableLocalStorage(api);
    for (const version of VERSIONS)
      await publishPackage(api, await this.#applications.package(CODE, version));
    await api.post('/app/install', { appCode: CODE, version: VERSIONS[0] });
    this.#installId = (await this.#installed())?.installId ?? 0;
  }

  async #installed(): Promise<{ installId: number; version: string } | undefined> {
    const [install] =
      (await this.#api?.get<Array<{ installId: number; version: string }>>('/app/install/list')) ?? [];
    return install;
  }
}
