import { expect, it } from 'vitest';
import { changesOf } from './entry-json.ts';

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

it('has no fields of a record that is cut off, or is a list', () => {
  expect(changesOf('{"userName":"ad', '{"userName":"ada"}')).toEqual([
    { field: 'userName', before: '', after: 'ada' },
  ]);
  expect(changesOf('', 'null')).toEqual([]);
});
