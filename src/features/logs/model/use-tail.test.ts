import { expect, it } from 'vitest';
import { shallowRef } from 'vue';
import type { ShownLine } from '@/shared/logs/use-host-log.ts';
import { ROWS, useTail } from './use-tail.ts';

const linesOf = (from: number, count: number): ShownLine[] =>
  Array.from({ length: count }, (_none, at) => ({
    key: from + at,
    time: '2026-01-01T00:00:00.000Z',
    level: 'info',
    logger: 'platform',
    message: `line ${from + at}`,
  }));

function setup(count: number) {
  const lines = shallowRef<readonly ShownLine[]>(linesOf(0, count));
  const tail = useTail(() => lines.value);
  const keys = () => [tail.rows.value[0]?.key, tail.rows.value.at(-1)?.key];
  return { lines, tail, keys };
}

it('draws a bounded number of the newest lines, however many come', () => {
  const { lines, tail, keys } = setup(2_000);
  expect(keys()).toEqual([2_000 - ROWS, 1_999]);
  lines.value = linesOf(500, 2_000);
  expect(keys()).toEqual([2_500 - ROWS, 2_499]);
  expect([tail.isWhole.value, tail.isHeld.value, tail.newer.value]).toEqual([false, false, 0]);
});

it('stands still away from the end, counts what comes, and grows backwards to the first line', () => {
  const { lines, tail, keys } = setup(ROWS * 2 + 10);
  const last = ROWS * 2 + 9;
  tail.hold();
  lines.value = linesOf(1_000, 2_000);
  expect(keys()).toEqual([last - ROWS + 1, last]);
  expect(tail.newer.value).toBe(2_999 - last);
  tail.hold();
  tail.showEarlier();
  expect(keys()).toEqual([10, last]);
  tail.showEarlier();
  expect([...keys(), tail.isWhole.value]).toEqual([0, last, true]);
  tail.follow();
  expect([...keys(), tail.newer.value]).toEqual([3_000 - ROWS, 2_999, 0]);
});

it('has nothing newer once the lines are cleared', () => {
  const { lines, tail } = setup(5);
  tail.hold();
  lines.value = [];
  expect(tail.newer.value).toBe(0);
});
