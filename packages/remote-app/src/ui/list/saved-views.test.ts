import { expect, it } from 'vitest';
import { withView } from './saved-views.ts';

it('puts a view in the place of the one of its name, or at the end', () => {
  const [a, b] = ['a', 'b'].map((name) => ({ name, filters: {} }));
  const changed = { name: 'a', filters: { status: 1 } };
  expect(withView([a!, b!], changed)).toEqual([changed, b]);
  expect(withView([a!], b!)).toEqual([a, b]);
});
