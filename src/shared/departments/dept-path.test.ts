// @vitest-environment node
import { expect, it } from 'vitest';
import { deptPath } from './dept-tree.ts';

it('names a department with those above it, since several have its name', () => {
  const depts = [
    { deptId: 1, parentId: 0, deptName: 'Sales' },
    { deptId: 2, parentId: 1, deptName: 'North' },
  ];
  expect([deptPath(depts, 2), deptPath(depts, 1), deptPath(depts, 9), deptPath(depts, null)]).toEqual([
    'Sales / North',
    'Sales',
    undefined,
    undefined,
  ]);
});
