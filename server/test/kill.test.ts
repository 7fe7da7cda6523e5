import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeDatabases, dialectsOf } from '../src/data/testing/databases.ts';
import { expectBeforeOrAfter, expectIdsKept, expectSame, expectTasksTell } from './support/kill/check.ts';
import { KillablePlatform } from './support/kill/killable-platform.ts';
import { OPERATIONS, publishVersions, type KilledOperation } from './support/kill/operations.ts';
import type { PlatformState } from './support/kill/platform-state.ts';
import { killPoints, sampledPoint } from './support/kill/points.ts';
import { undisturbedStates } from './support/kill/undisturbed.ts';

/**
 * The host is killed (SIGKILL) at a change of an operation: before a change of a file or the
 * database, or between a statement and its response. After a restart the state is the one before or
 * after the operation, its task reports the outcome, and the operation can run again. One point of
 * four operations is tried here, of each in the long run, on one of the databases.
 * `PLATFORM_KILL_POINTS=all` tries each, `=10-60` a range; `PLATFORM_KILL_SEED` selects others.
 * (design 4.4, 7.3)
 */
const { every, operations, seed } = killPoints(
  process.env,
  /^(install|upgrade with scripts|full removal|install with dependencies)$/,
);
const IN_SHORT = ['mysql'] as const;
/** Each operation is killed on one of these; `kill-everywhere.test.ts` checks all on SQLite. */
const tried = dialectsOf(IN_SHORT);
/** So many attempts in a row on one platform, each of which is the retry of the one before it. */
const ROW = 4;

type Outcome = 'survived' | 'before' | 'after';

/** Does an operation and is killed at its n-th change; then started again. */
async function attempt(
  platform: KillablePlatform,
  { name, work }: KilledOperation,
  n: number,
  { before, after }: Course,
): Promise<Outcome> {
  platform.arm(n);
  const place = await platform.killedDuring(work);
  if (place === undefined) return 'survived';
  await platform.start();
  const when = `${name}, killed at ${n} (${place}; seed ${seed})`;
  const done = expectBeforeOrAfter(await platform.state(), before, after, when);
  await expectTasksTell(platform, when);
  return done ? 'after' : 'before';
}

/** State before an operation and after it. */
interface Course {
  readonly before: PlatformState;
  readonly after: PlatformState;
}

let undisturbed: readonly PlatformState[];
beforeAll(async () => {
  if (!every) undisturbed = await undisturbedStates();
});

await describeDatabases('an operation that is killed', IN_SHORT, (database) => {
  let platform: KillablePlatform;
  beforeAll(async () => {
    platform = await KillablePlatform.create(database);
    await publishVersions(platform);
  });
  afterAll(() => platform.remove());

  test.each(OPERATIONS.map((operation, index) => ({ ...operation, index })))(
    '$name leaves the state before or after, and succeeds when repeated',
    async ({ index, ...operation }) => {
      if (!operations.test(operation.name)) await operation.work(platform);
      else if (every) await killedAtEach(platform, operation, every);
      else if (tried[index % tried.length] === database.name)
        await killedOnce(operation, undisturbed[index] as PlatformState);
      else await operation.work(platform);
    },
    every ? 7_200_000 : 300_000,
  );

  async function killedOnce(operation: KilledOperation, after: PlatformState): Promise<void> {
    const before = await platform.state();
    const n = sampledPoint(seed, `${database.name} ${operation.name}`, operation.changes);
    const outcome = await attempt(platform, operation, n, { before, after });
    if (outcome === 'before') await operation.work(platform);
    const found = await platform.state();
    const when = `${operation.name}, done again after a kill at ${n} (seed ${seed})`;
    expectSame(found, after, when);
    expectIdsKept(found, before, when);
  }
});

/** Each from a state of its own, to which the platform is brought by the operation, undisturbed. */
async function killedAtEach(
  platform: KillablePlatform,
  operation: KilledOperation,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const before = await platform.state();
  await platform.stop();
  const start = await platform.copy();
  await platform.start();
  await operation.work(platform);
  const course = { before, after: await platform.state() };
  const failures: string[] = [];
  let next = from;
  for (let over = false; !over && next <= to;) {
    const copy = await start.copy();
    try {
      await copy.start();
      const row = Math.min(to, next + ROW - 1);
      let outcome: Outcome = 'before';
      while (next <= row && outcome === 'before') outcome = await attempt(copy, operation, next++, course);
      over = outcome === 'survived';
      if (outcome === 'before') await operation.work(copy);
      expectSame(
        await copy.state(),
        course.after,
        `${operation.name}, done again after a kill at ${next - 1}`,
      );
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      process.stderr.write(`${failures.at(-1) ?? ''}\n${diffOf(error)}\n`);
    } finally {
      await copy.remove();
    }
  }
  await start.remove();
  const { name } = platform.database;
  process.stderr.write(`${operation.name} on ${name}: changes ${from} to ${next - 1} tried\n`);
  expect(failures).toEqual([]);
}

/** The difference that an assertion of Vitest reports. */
function diffOf(error: unknown): string {
  return error instanceof Error && 'diff' in error ? String(error.diff) : '';
}
