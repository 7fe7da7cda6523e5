import { expect, it } from 'vitest';
import { serverQuery } from './server-query.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const beginTime = '2026-03-03T12:00:00.000Z';

it('has seven days where nobody chose a time, and the outcome as the server reads it', () => {
  expect(serverQuery({ title: 'x', pageNum: 2 }, undefined, now)).toEqual({
    title: 'x',
    pageNum: 2,
    beginTime,
  });
  expect(serverQuery({ outcome: 'failed', range: 'all' }, undefined, now)).toEqual({ failed: true });
  expect(serverQuery({ outcome: 'succeeded', range: 'all' }, undefined, now)).toEqual({ failed: false });
  expect(serverQuery({ outcome: 'nonsense' }, undefined, now)).toEqual({ beginTime });
});
