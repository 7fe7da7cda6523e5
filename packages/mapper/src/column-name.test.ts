import { expect, it } from 'vitest';
import { columnNameOf } from './column-name.ts';

it.each([
  ['name', 'name'],
  ['createTime', 'create_time'],
  ['x1Rate', 'x1_rate'],
  ['userID', 'user_i_d'],
])('names the column of %s', (field, column) => {
  expect(columnNameOf(field)).toBe(column);
});
