import { expect, it } from 'vitest';
import type { Findings } from './examination.ts';
import { floodingWork } from './flooding-work.ts';

const sample = (application: string | undefined, work: number, name = 'slice'): Findings => ({
  frames: [
    { function: 'run', url: 'file:///host.js', line: 1, column: 1 },
    ...(application === undefined
      ? []
      : [{ function: name, url: `plugin://${application}@1.0.0/a.js`, line: work, column: 1 }]),
  ],
  underWay: { application: undefined, requestId: undefined, work },
});
const samples = (of: (index: number) => Findings): Findings[] =>
  Array.from({ length: 12 }, (_, at) => of(at));

it('issue 19: names the place of work that lasts, in nearly all samples', () => {
  const found = floodingWork(
    samples((at) => sample(at === 5 ? 'shop' : 'crm', 0, at === 0 ? 'rare' : 'slice')),
  );
  expect(found?.frames[1]).toMatchObject({ function: 'slice', url: 'plugin://crm@1.0.0/a.js' });
  expect(floodingWork(samples((at) => sample('crm', 1 + (at % 2))))).toBeDefined();
});

it('issue 19: accuses nobody of many requests, each of which is short', () => {
  expect(floodingWork(samples((at) => sample('crm', at + 1)))).toBeUndefined();
  // Two samples for each request.
  expect(floodingWork(samples((at) => sample('crm', 1 + Math.floor(at / 2))))).toBeUndefined();
});

it('issue 19: accuses nobody where several share the loop, or the host has it', () => {
  expect(floodingWork(samples((at) => sample(at % 5 === 0 ? 'shop' : 'crm', 0)))).toBeUndefined();
  expect(floodingWork(samples(() => sample(undefined, 0)))).toBeUndefined();
  expect(floodingWork([])).toBeUndefined();
});

it('issue 19: takes the application of the work where the stack has no code of it', () => {
  const within = (at: number): Findings => ({
    ...sample(at === 3 ? 'crm' : undefined, 0),
    underWay: { application: 'crm', requestId: undefined, work: 0 },
  });
  expect(floodingWork(samples(within))?.frames).toHaveLength(2);
});
