// @vitest-environment node
import { expect, it } from 'vitest';
import { deptLines } from './dept-tree.ts';

const dept = (deptId: number, parentId: number, deptName: string) => ({ deptId, parentId, deptName });
const depts = [dept(2, 1, 'North'), dept(1, 0, 'Sales'), dept(3, 1, 'South'), dept(4, 9, 'Lost')];
const shown = (text: string) =>
  deptLines(depts, ({ deptName }) => deptName.includes(text)).map(({ dept: { deptId }, depth }) => [
    deptId,
    depth,
  ]);

it('departments stand below their parents, in their order, and a lost one at the top', () => {
  expect(shown('')).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 0],
  ]);
});

it('a search keeps what is above a match', () => {
  expect(shown('South')).toEqual([
    [1, 0],
    [3, 1],
  ]);
  expect(shown('nothing')).toEqual([]);
});
