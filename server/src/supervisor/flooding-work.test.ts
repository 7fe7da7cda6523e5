import { expect, it } from 'vitest';
import type { Findings } from './examination.ts';
import { floodingWork } from './flooding-work.ts';

const LIMIT_MS = 10_000;
const floodIn = (taken: readonly Findings[]): Findings | undefined => floodingWork(taken, LIMIT_MS);
const sample = (application: string | undefined, work: number, name = 'slice', outlivedMs = 0): Findings => ({
  frames: [
    { function: 'run', url: 'file:///host.js', line: 1, column: 1 },
    ...(application === undefined
      ? []
      : [{ function: name, url: `plugin://${application}@1.0.0/a.js`, line: work, column: 1 }]),
  ],
  underWay: { application: undefined, requestId: undefined, work, outlivedMs },
});
const samples = (of: (index: number) => Findings): Findings[] =>
  Array.from({ length: 12 }, (_, at) => of(at));

it('issue 19: names the place of work that lasts, in nearly all samples', () => {
  const found = floodIn(samples((at) => sample(at === 5 ? 'shop' : 'crm', 0, at === 0 ? 'rare' : 'slice')));
  expect(found?.frames[1]).toMatchObject({ function: 'slice', url: 'plugin://crm@1.0.0/a.js' });
  expect(floodIn(samples((at) => sample('crm', 1 + (at % 2))))).toBeDefined();
});

it('issue 19: accuses nobody of many requests, each of which is short', () => {
  expect(floodIn(samples((at) => sample('crm', at + 1)))).toBeUndefined();
  // Two samples for each request.
  expect(floodIn(samples((at) => sample('crm', 1 + Math.floor(at / 2))))).toBeUndefined();
});

it('issue 19: names an application whose many requests have begun floods that last', () => {
  const found = floodIn(samples((at) => sample('crm', at + 1, 'slice', LIMIT_MS + at * 1_000)));
  expect(found?.frames[1]).toMatchObject({ function: 'slice' });
  const old = samples((at) => sample('crm', at + 1, 'slice', LIMIT_MS));
  expect(floodIn(old)).toBeDefined();
  const young = samples((at) => sample('crm', at + 1, 'slice', at < 9 ? LIMIT_MS : 200));
  expect(floodIn(young)).toBeUndefined();
});

it('issue 19: names the application that has most of the loop while others are served', () => {
  const served = (at: number): Findings => (at % 4 === 0 ? sample('shop', 100 + at) : sample('crm', 0));
  expect(floodIn(samples(served))?.frames[1]).toMatchObject({ url: 'plugin://crm@1.0.0/a.js' });
});

it('issue 19: names nobody by too few samples', () => {
  expect(floodIn(samples(() => sample('crm', 0)).slice(0, 3))).toBeDefined();
  expect(floodIn(samples(() => sample('crm', 0)).slice(0, 2))).toBeUndefined();
});

it('issue 19: accuses nobody where several share the loop, or the host has it', () => {
  expect(floodIn(samples((at) => sample(at % 2 === 0 ? 'shop' : 'crm', 0)))).toBeUndefined();
  expect(floodIn(samples(() => sample(undefined, 0)))).toBeUndefined();
  expect(floodIn([])).toBeUndefined();
});

it('issue 19: takes the application of the work where the stack has no code of it', () => {
  const within = (at: number): Findings => ({
    ...sample(at === 3 ? 'crm' : undefined, 0),
    underWay: { application: 'crm', requestId: undefined, work: 0 },
  });
  expect(floodIn(samples(within))?.frames).toHaveLength(2);
});
