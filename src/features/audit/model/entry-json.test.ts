import { expect, it } from 'vitest';
import { changesOf, readable } from './entry-json.ts';

it('shows parameters with a line for each value, and what was cut as it is', () => {
  expect(readable('{"a":1,"b":"x"}')).toBe('{\n  "a": 1,\n  "b": "x"\n}');
  expect(readable('{"a":1,"b":…')).toBe('{"a":1,"b":…');
});

it('shows the fields that differ only', () => {
  const before = JSON.stringify({ userName: 'ada', nickName: 'Ada', roles: [1], remark: null });
  const after = JSON.stringify({ userName: 'ada', nickName: 'Ada L.', roles: [1, 2], remark: null });
  expect(changesOf(before, after)).toEqual([
    { field: 'nickName', before: 'Ada', after: 'Ada L.' },
    { field: 'roles', before: '[1]', after: '[1,2]' },
  ]);
  expect(changesOf(before, null).map(({ field }) => field)).toEqual(['userName', 'nickName', 'roles']);
  expect(changesOf(undefined, '7')).toEqual([]);
});
