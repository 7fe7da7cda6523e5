import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeDatabases } from '../src/data/testing/databases.ts';
import { expectBeforeOrAfter, expectSame, expectTasksTell } from './support/kill/check.ts';
import { countFileChanges } from './support/kill/count-files.ts';
import { countMysqlStatements, countPostgresStatements } from './support/kill/count-statements.ts';
import { CuttablePort } from './support/kill/cuttable-port.ts';
import { effects, type Observer } from './support/kill/effects.ts';
import { LocalPlatform } from './support/kill/local-platform.ts';
import { OPERATIONS, publishVersions, type KilledOperation } from './support/kill/operations.ts';
import type { PlatformState } from './support/kill/platform-state.ts';
import { killPoints, sampledPoint } from './support/kill/points.ts';
import { undisturbedStates } from './support/kill/undisturbed.ts';

/**
 * The disk is full or the database unreachable from some change of an operation on, then both
 * recover. The operation must be rolled back or complete, its task must report the outcome, and a
 * retry must succeed. One change of three operations is tried on one of the servers, of each in the
 * long run; `PLATFORM_KILL_POINTS=all` tries each up to the commit. (design 4.4)
 */
const { every, operations, seed } = killPoints(
  process.env,
  /^(install|upgrade with scripts|install with dependencies)$/,
);
const SWEEPING = ['--app-market.task.sweep-interval-ms=100'];
const cases = OPERATIONS.map((operation, index) => ({ ...operation, index }));

/** Faults at the n-th change of a kind, each repaired afterwards. */
interface Fault {
  /** @param happened told when it goes wrong */
  observer(n: number, happened: () => void): Observer;
  mend(): void;
}

let undisturbed: readonly PlatformState[];
beforeAll(async () => {
  await countMysqlStatements();
  await countPostgresStatements();
  await countFileChanges();
  undisturbed = await undisturbedStates();
});

/** @returns whether the operation has been done, and whether anything went wrong */
async function faulted(
  platform: LocalPlatform,
  { name, work }: KilledOperation,
  fault: Fault,
  n: number,
  after: PlatformState,
): Promise<{ readonly done: boolean; readonly happened: boolean }> {
  const before = await platform.state();
  let happened = false;
  effects.observe(fault.observer(n, () => void (happened = true)));
  const failure = await work(platform).then(
    () => undefined,
    (error: unknown) => error,
  );
  effects.observe(undefined);
  fault.mend();
  const when = `${name}, gone wrong at ${n} (seed ${seed}; ${String(failure)})`;
  const running = async (): Promise<unknown[]> => {
    const answers = [platform.api, platform.other].map((api) =>
      api.get<unknown[]>('/app/task/list?status=running').catch((error: unknown) => [error]),
    );
    return (await Promise.all(answers)).flat();
  };
  await expect.poll(running, { message: when }).toEqual([]);
  const done = expectBeforeOrAfter(await platform.state(), before, after, when);
  await expectTasksTell(platform, when);
  return { done, happened };
}

async function triedOn(
  platform: LocalPlatform,
  operation: KilledOperation & { readonly index: number },
  fault: Fault,
): Promise<void> {
  if (!operations.test(operation.name)) return void (await operation.work(platform));
  const after = undisturbed[operation.index];
  if (!after) throw new Error('The operations were not all done undisturbed.');
  const first = every ? every.from : sampledPoint(seed, operation.name, Math.ceil(operation.changes / 3));
  let n = first;
  let last = await faulted(platform, operation, fault, n, after);
  while (every && !last.done && last.happened) last = await faulted(platform, operation, fault, ++n, after);
  if (!last.done) await operation.work(platform);
  if (every) process.stderr.write(`${operation.name}: ${first} to ${n} tried\n`);
  expectSame(await platform.state(), after, `${operation.name}, done again (seed ${seed})`);
}

describe.each([
  ['one write', false],
  ['every write from one on', true],
])('a disk that is full at %s', (_, lasting) => {
  let platform: LocalPlatform;
  beforeAll(async () => {
    platform = await LocalPlatform.create(SWEEPING);
    await publishVersions(platform);
  });
  afterAll(() => platform.remove());

  const diskFull: Fault = {
    observer: (n, happened) => {
      let count = 0;
      return (describeChange) => {
        if (
          !/^(open|writeFile|mkdir|copyFile|createWriteStream) .*(plugins-dist|remote-apps|temp)/.test(
            describeChange(),
          )
        )
          return;
        count += 1;
        if (lasting ? count < n : count !== n) return;
        happened();
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      };
    },
    mend: () => undefined,
  };

  test.each(cases)(
    '$name is rolled back or completed, and the retry succeeds',
    async (operation) => {
      await triedOn(platform, operation, diskFull);
    },
    600_000,
  );
});

await describeDatabases('a database that goes away', ['sqlite', 'mysql'], (database) => {
  const { config } = database;
  let way: CuttablePort;
  let platform: LocalPlatform;
  beforeAll(async () => {
    if (config.type === 'sqlite') return;
    way = await CuttablePort.open(config);
    platform = await LocalPlatform.create(SWEEPING, { database, port: way.port });
    await publishVersions(platform);
  });
  afterAll(async () => {
    if (config.type === 'sqlite') return;
    await platform.remove();
    await way.close();
  });

  const databaseGone: Fault = {
    observer: (n, happened) => {
      let count = 0;
      return (describeChange) => {
        if (!describeChange().startsWith('before: ') && !describeChange().startsWith('sent: ')) return;
        count += 1;
        if (count !== n) return;
        happened();
        way.cut();
      };
    },
    mend: () => way.mend(),
  };

  test.skipIf(config.type === 'sqlite').each(cases)(
    '$name is rolled back or completed, and the retry succeeds',
    async (operation) => {
      const turn = database.name === 'mysql' ? 0 : 1;
      if (every || operation.index % 2 === turn) await triedOn(platform, operation, databaseGone);
      else await operation.work(platform);
    },
    600_000,
  );
});
