import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBeforeOrAfter, expectSame, expectTasksTell } from './support/kill/check.ts';
import { countFileChanges } from './support/kill/count-files.ts';
import { countSqliteStatements } from './support/kill/count-statements.ts';
import { copyOf, LocalPlatform, type Snapshot } from './support/kill/local-platform.ts';
import { OPERATIONS, publishVersions, type KilledOperation } from './support/kill/operations.ts';
import type { PlatformState } from './support/kill/platform-state.ts';
import { killPoints, sampledPoint } from './support/kill/points.ts';

/**
 * Does for each change what `kill.test.ts` does for a few. Before every change of a file or the
 * database, the disk is copied, as a killed process would leave it, and a host starts on the copy;
 * once more on a copy made during that start. One copy of an operation is checked here: of each in
 * the long run, of two in the short one, beside those that `kill.test.ts` kills.
 * `PLATFORM_KILL_POINTS=all` checks every copy. (design 4.4, 7.3)
 */
const { every, operations, seed } = killPoints(process.env, /^(rollback|upgrade with scripts)$/);
/** About how many changes a start makes that takes something back. */
const CHANGES_OF_A_START = 50;

let platform: LocalPlatform;
beforeAll(async () => {
  await countSqliteStatements();
  await countFileChanges();
  platform = await LocalPlatform.create();
  await publishVersions(platform);
});
afterAll(() => platform.remove());

test.each(OPERATIONS)(
  '$name, interrupted, leaves the state before or after, and succeeds when repeated',
  async (operation) => {
    const before = await platform.state();
    const snapshots = await platform.snapshotsDuring(operation.work, chosen(operation));
    const after = await platform.state();
    const failures: string[] = [];
    for (const snapshot of [...snapshots, ...(await interruptedAgain(operation, snapshots))]) {
      await interruptedAt(snapshot, operation, before, after).catch((error: unknown) => {
        failures.push(error instanceof Error ? error.message : String(error));
        if (every) process.stderr.write(`${failures.at(-1) ?? ''}\n${diffOf(error)}\n`);
      });
    }
    if (every) process.stderr.write(`${operation.name}: ${snapshots.length} changes\n`);
    expect(failures).toEqual([]);
  },
  every ? 3_600_000 : 300_000,
);

function chosen({ name, changes }: KilledOperation): (n: number) => boolean {
  if (!operations.test(name)) return () => false;
  if (every) return (n) => n >= every.from && n <= every.to;
  const one = sampledPoint(seed, name, changes);
  return (n) => n === one;
}

/** The changes of the start that recovers the interrupted operation, one of each kind. */
async function interruptedAgain(
  { name }: KilledOperation,
  snapshots: readonly Snapshot[],
): Promise<Snapshot[]> {
  const again: Snapshot[] = [];
  for (const { n, place, data } of snapshots) {
    const one = sampledPoint(seed, `${name} ${n}`, CHANGES_OF_A_START);
    const found = await platform.snapshotsDuringStart(copyOf(data), (change) => change === one);
    again.push(...found.map((snapshot) => ({ ...snapshot, n, place: `${place}; then ${snapshot.place}` })));
  }
  return again;
}

async function interruptedAt(
  { n, data, place }: Snapshot,
  { name, work }: KilledOperation,
  before: PlatformState,
  after: PlatformState,
): Promise<void> {
  const when = `${name}, interrupted at ${n} (${place}; seed ${seed})`;
  const found = await platform.startedOn(data);
  try {
    const done = expectBeforeOrAfter(await found.state(), before, after, when);
    await expectTasksTell(found, when);
    if (!done) await work(found);
    expectSame(await found.state(), after, `${when}, and done again`);
  } finally {
    await found.remove();
  }
}

/** The difference that an assertion of Vitest reports. */
function diffOf(error: unknown): string {
  return error instanceof Error && 'diff' in error ? String(error.diff) : '';
}
