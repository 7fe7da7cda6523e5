import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PlacementPlan } from './placement.ts';
import { PreparedPlans } from './prepared-plans.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepared-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a plan that a killed process was writing is removed by the next one, the others are known', async () => {
  const plans = new PreparedPlans(folder);
  await plans.set('demo', { taskId: 1, plan: {} as PlacementPlan });
  await writeFile(join(folder, 'prepared/other.json.partial'), '{"taskId"');
  expect(await plans.left()).toEqual(['demo']);
  expect(await readdir(join(folder, 'prepared'))).toEqual(['demo.json']);
  await plans.remove('demo');
  await writeFile(join(folder, 'other'), '');
  expect(await plans.left()).toEqual([]);
  expect(await readdir(folder)).toEqual(['other']);
});
