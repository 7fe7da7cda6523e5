import { expect, it } from 'vitest';
import { placed } from './placed.ts';

const siblings = [1, 5, 6, 9].map((orderNum) => ({ orderNum }));
const moved = { orderNum: 50 };
const at = (place: number) =>
  placed(siblings, moved, place).map(({ row, orderNum }) => [row.orderNum, orderNum]);

it('changes the numbers of those only that stand in the way', () => {
  expect(at(0)).toEqual([[50, 0]]);
  expect(at(1)).toEqual([[50, 2]]);
  expect(at(2)).toEqual([
    [50, 6],
    [6, 7],
  ]);
  expect(at(4)).toEqual([[50, 10]]);
  expect(placed([], moved, 0)).toEqual([{ row: moved, orderNum: 50 }]);
});
