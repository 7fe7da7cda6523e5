import { expect, it } from 'vitest';
import { operationTimes } from './operation-times.ts';
import { countsOf } from './testing/counts-of.ts';

it('design 11.2: operations are timed by kind and outcome, from zero on', () => {
  const times = operationTimes();
  const all = times.list().map(({ labels: { kind, outcome } }) => `${kind} ${outcome}`);
  expect(all).toEqual(expect.arrayContaining(['install succeeded', 'upgrade failed', 'uninstall failed']));
  expect(countsOf(times)).toEqual([]);
  times.ended({ kind: 'install', outcome: 'succeeded' }, 250);
  times.ended({ kind: 'install', outcome: 'succeeded' }, 251);
  times.ended({ kind: 'install', outcome: 'failed' }, 1_000_000);
  expect(countsOf(times)).toEqual([
    { kind: 'install', outcome: 'succeeded', count: 2 },
    { kind: 'install', outcome: 'failed', count: 1 },
  ]);
  const [succeeded, failed] = times.list().map(({ durations }) => durations);
  expect([...(succeeded?.buckets ?? [])].slice(0, 3)).toEqual([1, 1, 0]);
  expect(failed?.buckets.at(-1)).toBe(1);
  expect(failed?.seconds).toBe(1_000);
});
