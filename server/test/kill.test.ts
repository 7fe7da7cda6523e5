import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishPackage } from '../../scripts/lib/publish.ts';
import { KillablePlatform, type HelloState } from './support/killable-platform.ts';
import { Samples } from './support/samples.ts';

/**
 * The host is killed (SIGKILL) in front of one of the changes that an operation makes: of a file, or of the database. After a
 * restart everything is as before the operation or as after it, nothing runs, and the operation can be done. Here a few points
 * of each operation are tried; `PLATFORM_KILL_POINTS=all npx vitest run --project integration server/test/kill.test.ts` tries each. (design 4.4, 7.3)
 */
const every = process.env['PLATFORM_KILL_POINTS'] === 'all';
const SOME = [7, 30];

type Work = (platform: KillablePlatform) => Promise<unknown>;
const idOf = async (platform: KillablePlatform): Promise<number> => {
  const install = await platform.install();
  if (!install) throw new Error('hello is not installed.');
  return install.installId;
};
const installed: Work = ({ api }) => api.post('/app/install', { appCode: 'hello', version: '1.0.0' });
const upgraded: Work = async (platform) =>
  platform.api.post(`/app/install/${await idOf(platform)}/upgrade`, {});

interface Operation {
  readonly name: string;
  /** What is done beforehand. */
  readonly given: readonly Work[];
  readonly work: Work;
}

const OPERATIONS: readonly Operation[] = [
  { name: 'install', given: [], work: installed },
  { name: 'upgrade', given: [installed], work: upgraded },
  {
    name: 'rollback',
    given: [installed, upgraded],
    work: async (platform) => platform.api.post(`/app/install/${await idOf(platform)}/rollback`),
  },
  {
    name: 'disable',
    given: [installed],
    work: async (platform) => platform.api.post(`/app/install/${await idOf(platform)}/disable`),
  },
  {
    name: 'uninstall',
    given: [installed],
    work: async (platform) => platform.api.delete(`/app/install/${await idOf(platform)}`),
  },
];

let samples: Samples;
let published: KillablePlatform;
beforeAll(async () => {
  samples = await Samples.build();
  published = await KillablePlatform.start();
  await publishPackage(published.api, samples.hello);
  await publishPackage(published.api, samples.hello110);
  await published.stop();
});
afterAll(async () => {
  await published.remove();
  samples.remove();
});

describe.each(OPERATIONS)('killed during $name', ({ given, work }) => {
  let ready: KillablePlatform;
  let before: HelloState;
  let after: HelloState;
  beforeAll(async () => {
    ready = await KillablePlatform.start(published);
    for (const step of given) await step(ready);
    before = await ready.state();
    await ready.stop();
    const undisturbed = await KillablePlatform.start(ready);
    await work(undisturbed);
    after = await undisturbed.state();
    await undisturbed.remove();
  });
  afterAll(() => ready.remove());

  /** @returns false when the operation was over before its n-th change */
  const killedAt = async (n: number): Promise<boolean> => {
    const platform = await KillablePlatform.start(ready);
    try {
      platform.arm(n);
      if (await platform.survives(work)) return false;
      await platform.restart();
      const found = await platform.state();
      expect([before, after], `after a kill in front of change ${n}`).toContainEqual(found);
      expect(await platform.runningTasks()).toBe(0);
      if (found.active === before.active && found.installed?.status === before.installed?.status)
        await work(platform);
      expect(await platform.state(), `done again after a kill in front of change ${n}`).toEqual(after);
      return true;
    } finally {
      await platform.remove();
    }
  };

  test('is before or after, never between; and done again it succeeds', async () => {
    let kills = 0;
    if (every) while (await killedAt(kills + 1)) kills++;
    else for (const n of SOME) if (await killedAt(n)) kills++;
    expect(kills).toBeGreaterThan(0);
  }, 900_000);
});
