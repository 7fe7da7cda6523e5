// @vitest-environment node
import { expect, it } from 'vitest';
import type { Task } from './task.ts';
import { timelineSteps } from './timeline-steps.ts';

it.each([
  ['failed', 'skipped'],
  ['running', 'pending'],
] as const)('steps that a %s task has not begun are %s', (status, pending) => {
  const steps: Task['steps'] = [
    { name: 'a', status: 'succeeded', startedAt: null, durationMs: 0 },
    { name: 'b', status: 'failed', startedAt: null, durationMs: null },
    { name: 'c', status: 'pending', startedAt: null, durationMs: null },
  ];
  expect(timelineSteps({ status, steps }, (name) => name.toUpperCase())).toStrictEqual([
    { name: 'a', label: 'A', status: 'succeeded', durationMs: 0 },
    { name: 'b', label: 'B', status: 'failed' },
    { name: 'c', label: 'C', status: pending },
  ]);
});
