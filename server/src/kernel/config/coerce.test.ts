import { expect, it } from 'vitest';
import { coerce } from './coerce.ts';
import type { ConfigLeaf } from './leaves.ts';

const leaf: ConfigLeaf = {
  path: 'mail.password',
  type: 'string',
  default: '',
  description: '',
  fileOnly: false,
  addsUp: false,
  secret: true,
  pattern: '^[a-z]+$',
};

it('does not show a secret that has not the form it must have', () => {
  expect(coerce(leaf, 's3cret')).toEqual({ problem: 'must match ^[a-z]+$' });
  expect(coerce({ ...leaf, secret: false }, 's3cret')).toEqual({
    problem: 'must match ^[a-z]+$; it is "s3cret"',
  });
});
