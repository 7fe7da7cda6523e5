import { beforeEach, expect, it } from 'vitest';
import type { Placement, PlacementPlan } from '../disk/placement.ts';
import type { PreparedPlan, PreparedPlans } from '../disk/prepared-plans.ts';
import { LocalFiles } from './local-files.ts';

let placed: string;
/** By another worker, which is known once it is read again. */
let placedSince: string | undefined;
let calls: string[];
let files: LocalFiles;

beforeEach(() => {
  calls = [];
  placedSince = undefined;
  const plan = { appCode: 'demo', after: { version: '1.1.0' } } as PlacementPlan;
  const waiting: PreparedPlan = { taskId: 1, plan };
  const placement: Partial<Placement> = {
    reread: async () => void (placed = placedSince ?? placed),
    placed: async () => ({ version: placed }) as never,
    finish: async () => {
      calls.push('finished');
      return [];
    },
    rollBack: async (_plan, options) =>
      void calls.push(options?.migrated ? 'rolled back, but not the database' : 'rolled back'),
  };
  const plans: Partial<PreparedPlans> = {
    left: async () => ['demo'],
    get: async () => waiting,
    remove: async () => void calls.push('forgotten'),
  };
  files = new LocalFiles({
    placement,
    plans,
    exclusively: (_appCode: string, work: () => Promise<unknown>) => work(),
  } as never);
});

it('10.6: a process that was killed after it had switched leaves its clearing up to the next', async () => {
  placed = '1.1.0';
  await files.recover();
  expect(calls).toEqual(['finished', 'forgotten']);
});

it('one that was killed before leaves what waits, which is taken back', async () => {
  placed = '1.0.0';
  await files.recover();
  expect(calls).toEqual(['rolled back, but not the database', 'forgotten']);
});

it('takes back what waits for its own task only', async () => {
  placed = '1.0.0';
  await files.takeBack('demo', { migrated: false, taskId: 2 });
  expect(calls).toEqual([]);
  await files.takeBack('demo', { migrated: false, taskId: 1 });
  expect(calls).toEqual(['rolled back', 'forgotten']);
});

it('finds what another worker of this machine has placed', async () => {
  [placed, placedSince] = ['1.0.0', '1.1.0'];
  expect(await files.isPlaced({ appCode: 'demo', version: '1.1.0' })).toBe(true);
  expect(await files.isPlaced({ appCode: 'demo', version: '1.0.0' })).toBe(false);
});

it('finds what waits for the commit of a task, which is staged once', async () => {
  expect(await files.prepared('demo', 1)).toMatchObject({ after: { version: '1.1.0' } });
  expect(await files.prepared('demo', 2)).toBeUndefined();
  expect(await files.prepare({ appCode: 'demo', version: '1.1.0' }, 1)).toMatchObject({ appCode: 'demo' });
  expect(calls).toEqual([]);
});

it('lets one change of an application follow the other, whatever becomes of it', async () => {
  const held = Promise.withResolvers<void>();
  const first = files.exclusively('demo', async () => {
    await held.promise;
    calls.push('first');
    throw new Error('no space');
  });
  const second = files.exclusively('demo', async () => calls.push('second'));
  await files.exclusively('other', async () => calls.push('other'));
  held.resolve();
  await expect(first).rejects.toThrow('no space');
  await second;
  expect(calls).toEqual(['other', 'first', 'second']);
});
