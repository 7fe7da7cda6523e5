import { beforeEach, expect, it } from 'vitest';
import type { Placement, PlacementPlan } from '../disk/placement.ts';
import type { PreparedPlan, PreparedPlans } from '../disk/prepared-plans.ts';
import { LocalFiles } from './local-files.ts';

let placed: string;
let calls: string[];
let files: LocalFiles;

beforeEach(() => {
  calls = [];
  const plan = { appCode: 'demo', after: { version: '1.1.0' } } as PlacementPlan;
  const waiting: PreparedPlan = { taskId: 1, plan };
  const placement: Partial<Placement> = {
    reread: async () => undefined,
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
