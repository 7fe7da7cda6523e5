import { expect } from 'vitest';
import type { OwnServer } from '../../../../bench/lib/own-servers/own-server.ts';
import type { TestDatabase } from '../../../src/data/testing/servers.ts';
import { expectBeforeOrAfter, expectTasksTell } from './check.ts';
import { KillablePlatform, type Settings } from './killable-platform.ts';
import type { PlatformState } from './platform-state.ts';

/** Longer than a lease, which a host that stays away keeps for that time. */
const SETTLED_MS = 150_000;

/** State before an operation and after it. */
interface Course {
  readonly before: PlatformState;
  readonly after: PlatformState;
}

/**
 * Hosts of one platform, each a process with a disk of its own, on one database, one Redis, and one
 * storage.
 */
export class KillableHosts {
  readonly all: readonly KillablePlatform[];

  private constructor(all: readonly KillablePlatform[]) {
    this.all = all;
  }

  static async start(
    database: TestDatabase,
    redis: OwnServer,
    count: number,
    settings: Settings = {},
  ): Promise<KillableHosts> {
    const first = await KillablePlatform.create(database, {
      'cache.type': 'redis',
      'cache.url': `redis://127.0.0.1:${redis.port}`,
      'database.pool-size': 3,
      'app-market.cluster.sweep-interval-ms': 250,
      'open-api.rate-limit.max': 1_000_000,
      ...settings,
    });
    const all = [first];
    while (all.length < count) all.push(await first.neighbour());
    return new KillableHosts(all);
  }

  /** Answers of all hosts for the application: the status, and the version that served. */
  served(): Promise<string[]> {
    return Promise.all(
      this.all.map(async ({ url }) => {
        const response = await fetch(`${url}/open/demo/greet`);
        const { data } = (await response.json()) as { data?: string };
        return `${response.status} ${data ?? ''}`.trim();
      }),
    );
  }

  /**
   * Waits until all hosts have the same, and nothing waits for anything.
   *
   * @returns the state of the first
   */
  async settled(when: string): Promise<PlatformState> {
    let states: PlatformState[] = [];
    const open = async (): Promise<unknown> => {
      states = await Promise.all(this.all.map((host) => host.state()));
      const [first, ...rest] = states.map(({ applications, leftovers }) => ({ applications, leftovers }));
      return {
        waiting: await this.#waiting(),
        leftovers: first?.leftovers,
        other: rest.filter((state) => JSON.stringify(state) !== JSON.stringify(first)),
      };
    };
    await expect
      .poll(open, { interval: 200, timeout: SETTLED_MS, message: when })
      .toEqual({ waiting: [], leftovers: [], other: [] });
    return states[0] as PlatformState;
  }

  /** Waits likewise, and checks the state. @returns whether it is the one after */
  async isDone({ before, after }: Course, when: string): Promise<boolean> {
    const done = expectBeforeOrAfter(await this.settled(when), before, after, when);
    for (const host of this.all) await expectTasksTell(host, when);
    return done;
  }

  async remove(): Promise<void> {
    // The first drops the database, which the others use.
    for (const host of this.all.toReversed()) await host.remove();
  }

  /** Operations that are not over, for any host. */
  async #waiting(): Promise<unknown[]> {
    const [first] = this.all as readonly [KillablePlatform];
    return [
      ...(await first.rows('select task_id, stage from app_phase')),
      ...(await first.rows('select task_id, node_id, stage from app_phase_host')),
      ...(await first.rows(
        "select task_id, owner_node from app_task where journal_json is not null or status = 'running'",
      )),
    ];
  }
}
