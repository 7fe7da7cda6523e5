import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostProcess } from '../../../scripts/lib/host-process.ts';
import { joinPlatform } from '../../../scripts/lib/join-platform.ts';
import { byHand, type ByHand } from '../../../server/src/data/testing/by-hand.ts';
import type { ServerDialect } from '../../../server/src/data/testing/connections.ts';
import { creators, settingsOf } from '../../../server/src/data/testing/servers.ts';
import type { TestRedis } from '../../../server/src/infra/testing/redis.ts';
import { createData, type BenchData } from '../platform.ts';

/** Longer than a lease, after which the others do without a host. */
const SETTLED_MS = 120_000;

/** One host of the platform: a process with a disk of its own. */
export interface PlatformHost {
  readonly name: string;
  readonly data: BenchData;
  process: HostProcess;
}

/** Hosts of one platform, on one database server, Redis and one storage. */
export class OnePlatform {
  readonly hosts: PlatformHost[] = [];
  readonly #hand: ByHand;
  readonly #settings: Readonly<Record<string, string | number>>;
  readonly #drop: () => Promise<void>;

  private constructor(hand: ByHand, settings: Record<string, string | number>, drop: () => Promise<void>) {
    this.#hand = hand;
    this.#settings = settings;
    this.#drop = drop;
  }

  /** One host, which others may join. */
  static async start(redis: TestRedis, dialect: ServerDialect): Promise<OnePlatform> {
    const database = await creators[dialect]();
    const settings = {
      ...settingsOf(database.args),
      'database.pool-size': 5,
      'cache.type': 'redis',
      'cache.key-prefix': `${redis.prefix}chaos:`,
    };
    const platform = new OnePlatform(byHand(database.config), settings, () => database.drop());
    await platform.join();
    return platform;
  }

  /** Starts one more host, with the stored objects of the first. */
  async join(): Promise<void> {
    const data = await createData();
    const [first] = this.hosts;
    if (first) joinPlatform(first.data.directory, data.directory);
    const process = await data.start(this.#settings);
    this.hosts.push({ name: `host ${this.hosts.length + 1}`, data, process });
  }

  /** Starts the process of a host again; its port is another one. */
  async restart(host: PlatformHost): Promise<void> {
    host.process = await host.data.start(this.#settings);
  }

  /**
   * Waits until no operation is open and each host runs what it should.
   *
   * @returns what is left to do when the time is over
   */
  async unsettled(): Promise<string[]> {
    const until = performance.now() + SETTLED_MS;
    for (;;) {
      const open = await this.#open();
      if (open.length === 0 || performance.now() > until) return open;
      await sleep(500);
    }
  }

  /** Files of applications that not all hosts have. */
  differences(): string[] {
    const found = this.hosts.map(({ data }) => placedFiles(data.directory));
    const everywhere = new Set(found.flat());
    return [...everywhere].filter((file) => !found.every((files) => files.includes(file)));
  }

  async end(): Promise<void> {
    for (const { process } of this.hosts) await process.stop();
    for (const { data } of this.hosts.toReversed()) data.remove();
    await this.#hand.close();
    await this.#drop();
  }

  async #open(): Promise<string[]> {
    const ports = this.hosts.map(({ process }) => new URL(process.ready.api).port);
    const rows = await this.#hand.select(
      `select null as address, concat('phase of ', app_code) as what from app_phase
       union all select null, concat('task of ', app_code) from app_task where status = 'running' or journal_json is not null
       union all select n.address, concat(n.address, ' has not followed ', d.app_code, ' ', coalesce(a.failure, ''))
         from sys_node n cross join app_desired d
         left join sys_node_app a on a.node_id = n.node_id and a.app_code = d.app_code
        where coalesce(a.generation, 0) < d.generation`,
      [],
    );
    // Those of killed processes keep their rows for a while.
    return rows.flatMap(({ address, what }) =>
      address === null || ports.some((port) => (address as string).endsWith(`:${port}`))
        ? [what as string]
        : [],
    );
  }
}

/** Placed files and what waits for a commit, but for migrations, which stay. */
const placedFiles = (directory: string): string[] =>
  ['plugins-dist', 'remote-apps']
    .flatMap((folder) =>
      readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8', withFileTypes: true }),
    )
    .filter((entry) => entry.isFile() && entry.name !== 'active-plugins.txt')
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length))
    .filter((path) => !path.includes('/migrations/') && !path.includes('/~v/'));
