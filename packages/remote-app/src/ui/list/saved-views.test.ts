import { expect, it } from 'vitest';
import { renamed, withView } from './saved-views.ts';

it('puts a view in the place of the one of its name, or at the end', () => {
  const [a, b] = ['a', 'b'].map((name) => ({ name, filters: {} }));
  const changed = { name: 'a', filters: { status: 1 } };
  expect(withView([a!, b!], changed)).toEqual([changed, b]);
  expect(withView([a!], b!)).toEqual([a, b]);
});

it('renames a view in its place, instead of another one of that name', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, filters: { name } }));
  expect(renamed([a!, b!, c!], b!, 'd')).toEqual([a, { ...b, name: 'd' }, c]);
  expect(renamed([a!, b!, c!], b!, 'c')).toEqual([a, { ...b, name: 'c' }]);
  expect(renamed([a!, b!], b!, 'b')).toEqual([a, b]);
});
