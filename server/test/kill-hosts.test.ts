import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isLongRun } from '@platform/package-format/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OwnServer } from '../../bench/lib/own-servers/own-server.ts';
import { redisRecipe } from '../../bench/lib/own-servers/recipes.ts';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { KillableHosts } from './support/kill/killable-hosts.ts';
import type { KillablePlatform } from './support/kill/killable-platform.ts';
import { OPERATIONS, publishVersions, type KilledOperation } from './support/kill/operations.ts';
import type { PlatformState } from './support/kill/platform-state.ts';
import { killPoints, sampledPoint } from './support/kill/points.ts';

/**
 * Hosts of one platform are killed (SIGKILL) while one of them upgrades an application: the one
 * that leads at each step of its journal, another one at each of its answers and placed files. Once
 * it is back, all have the state before or after. One point of each is tried here, on two hosts;
 * `npm run test:long` tries all on three, `PLATFORM_KILL_POINTS=10-20` a range. (design 10.6)
 */
const { every, seed } = killPoints(process.env);
const range = every ?? (isLongRun ? { from: 1, to: Infinity } : undefined);
const HOSTS = range ? 3 : 2;
const LIMIT_MS = range ? 7_200_000 : 300_000;

const named = (name: string): KilledOperation =>
  OPERATIONS.find((operation) => operation.name === name) as KilledOperation;
const [install, upgrade, rollback] = ['install', 'upgrade', 'rollback'].map(named) as [
  KilledOperation,
  KilledOperation,
  KilledOperation,
];

/** Which host is killed, and what counts; the short run takes one of the first `about`. */
const KILLED = [
  { who: 'the host that leads', index: 0, places: '["`]app_(task|desired|phase|install)|: commit', about: 9 },
  { who: 'another host', index: 1, places: '["`](app_phase_host|sys_node_app)|rename|mkdir', about: 8 },
];

const redis = await OwnServer.create(redisRecipe);
afterAll(() => (typeof redis === 'string' ? undefined : redis.remove()));

await describeDatabases('design 10.6: an upgrade over several hosts', ['sqlite', 'postgres'], (database) => {
  const { name } = database;
  if (name === 'sqlite') return void it.skip('needs a database server', () => undefined);
  if (typeof redis === 'string') return void it.skip(redis, () => undefined);
  let hosts: KillableHosts;
  let first: KillablePlatform;
  let after: PlatformState;

  beforeAll(async () => {
    hosts = await KillableHosts.start(database, redis, HOSTS);
    [first] = hosts.all as [KillablePlatform];
  });
  afterAll(() => hosts?.remove());

  it('is the same on all, and so is its rollback', async () => {
    await publishVersions(first);
    for (const { work } of [install, upgrade, rollback]) await work(first);
    const before = await hosts.settled('rolled back');
    await upgrade.work(first);
    after = await hosts.settled('upgraded');
    expect(after.applications).not.toEqual(before.applications);
    await rollback.work(first);
  });

  /** Upgrades while a host is killed at its n-th such place. @returns whether it was */
  async function attempt(n: number, index: number, places: string): Promise<boolean> {
    const before = await hosts.settled('at first');
    const course = { before, after };
    const victim = hosts.all[index] as KillablePlatform;
    victim.arm(n, places);
    let pending: Promise<unknown> = Promise.resolve();
    const place = await victim.killedDuring(() => (pending = upgrade.work(first)));
    const when = `host ${index} killed at ${n} (${place}; seed ${seed})`;
    if (range) process.stderr.write(`${when}\n`);
    if (place !== undefined) await victim.start();
    // It fails where the host that leads was killed, or does without the other one.
    await pending.catch(() => undefined);
    if (!(await hosts.isDone(course, when))) await upgrade.work(first);
    expect(await hosts.isDone(course, `${when}, and done again`)).toBe(true);
    await rollback.work(first);
    // Menus that the upgrade removed are new ones now.
    const { applications } = await hosts.settled(`${when}, and rolled back`);
    expect(applications, when).toEqual(before.applications);
    return place !== undefined;
  }

  it.each(KILLED)(
    '$who is killed: before or after on all hosts once it is back',
    async ({ who, index, places, about }) => {
      const points = range ?? { from: sampledPoint(seed, `${name} ${who}`, about), to: 0 };
      let killed = 0;
      for (let n = points.from; await attempt(n, index, places); n += 1) {
        killed += 1;
        if (n >= points.to) break;
      }
      if (range) process.stderr.write(`${who} on ${name}: killed ${killed} times\n`);
      expect(killed).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it.runIf(range)(
    'the host that leads does not come back: another one ends its task with its lease, and goes on',
    async () => {
      const [leader, other] = hosts.all as [KillablePlatform, KillablePlatform];
      const before = await hosts.settled('at first');
      leader.arm(1, '["`]app_desired');
      expect(await leader.killedDuring(() => upgrade.work(leader))).toBeDefined();
      const refusals = new Set<string>();
      const accepted = (): Promise<boolean> =>
        upgrade.work(other).then(
          () => true,
          (error: unknown) => (refusals.add(String((error as { code?: string }).code)), false),
        );
      // Long before `app-market.task.timeout-minutes`.
      await expect.poll(accepted, { timeout: 90_000, interval: 500 }).toBe(true);
      expect([...refusals]).toEqual(['TASK_RUNNING']);
      const [left] = await other.rows(
        "select failure_json from app_task where status = 'failed' order by task_id desc",
      );
      expect(String(left?.['failure_json'])).toContain('TASK_OWNER_GONE');
      await leader.start();
      expect(await hosts.isDone({ before, after }, 'led by the other one')).toBe(true);
      await rollback.work(first);
    },
  );

  it.runIf(range)(
    'Redis is stopped and started during it: before or after on all hosts',
    async () => {
      for (const step of upgradeSteps) {
        const course = { before: await hosts.settled('at first'), after };
        const stopped = stepReached(step).then(() => redis.stop());
        const work = upgrade.work(first).catch(() => undefined);
        await stopped;
        await work;
        await redis.start();
        const when = `Redis stopped in ${step}`;
        if (!(await hosts.isDone(course, when))) await upgrade.work(first);
        expect(await hosts.isDone(course, `${when}, and done again`)).toBe(true);
        await rollback.work(first);
      }
    },
    LIMIT_MS,
  );

  it.runIf(range)('a package that one host cannot read: before on all hosts, and named', async () => {
    const before = await hosts.settled('at first');
    const { data } = hosts.all.at(-1) as KillablePlatform;
    await rename(join(data, 'files'), join(data, 'away'));
    await expect(upgrade.work(first)).rejects.toMatchObject({ code: 'HOST_NOT_PREPARED' });
    await rm(join(data, 'files'), { recursive: true, force: true });
    await rename(join(data, 'away'), join(data, 'files'));
    expect(await hosts.isDone({ before, after }, 'without the package')).toBe(false);
  });

  const upgradeSteps = ['download', 'prepare', 'migrate', 'ready', 'switch'];

  /** Resolves when a task that runs is in the step, or past it. */
  async function stepReached(step: string): Promise<void> {
    const later = upgradeSteps.slice(upgradeSteps.indexOf(step));
    const known = await first.rows('select max(task_id) as id from app_task');
    const seen = async (): Promise<boolean> => {
      const [task] = await first.rows(
        `select current_step, status from app_task where task_id > ${Number(known[0]?.['id'] ?? 0)}`,
      );
      return task?.['status'] === 'succeeded' || later.includes(String(task?.['current_step']));
    };
    await expect.poll(seen, { interval: 5, timeout: 60_000 }).toBe(true);
  }
});
