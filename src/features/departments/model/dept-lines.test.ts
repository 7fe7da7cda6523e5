// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Dept } from '../api/departments-api.ts';
import { deptBranches, linesInSight } from './dept-lines.ts';

const dept = (deptId: number, parentId: number, deptName: string): Dept => ({
  ...{ deptId, parentId, deptName, headUserId: null, headName: null, orderNum: deptId },
  ...{ status: 1 as const, remark: null, users: 0, createTime: '', updateTime: '' },
});
const depts = [dept(1, 0, 'Sales'), dept(4, 0, 'Works'), dept(2, 1, 'North'), dept(3, 2, 'Harbour')];
const shown = (isOpen: (of: Dept) => boolean, matches: (of: Dept) => boolean = () => true) =>
  linesInSight(deptBranches(depts, matches), isOpen).map(({ dept: { deptName }, open }) =>
    open ? `${deptName} -` : deptName,
  );

describe('design 12: the tree of departments', () => {
  it('folds with all that is beneath, and keeps what follows', () => {
    expect(shown(() => true)).toEqual(['Sales -', 'North -', 'Harbour', 'Works']);
    expect(shown(({ deptId }) => deptId !== 2)).toEqual(['Sales -', 'North', 'Works']);
    expect(shown(() => false)).toEqual(['Sales', 'Works']);
  });

  it('shows a match with what is above it', () => {
    expect(
      shown(
        () => true,
        ({ deptName }) => deptName === 'Harbour',
      ),
    ).toEqual(['Sales -', 'North -', 'Harbour']);
  });

  it('knows the ends of the way', () => {
    const [sales, , , works] = deptBranches(depts, () => true);
    expect([sales?.first, sales?.last, works?.first, works?.last]).toEqual([true, false, false, true]);
  });
});
