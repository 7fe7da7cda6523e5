import { expect, it } from 'vitest';
import { isUniqueViolation } from './violations.ts';

const thrown = (facts: object): Error => Object.assign(new Error('no'), facts);

it.each([{ code: '23505' }, { code: 'ER_DUP_ENTRY' }, { errno: 1062 }, { errcode: 1555 }, { errcode: 2067 }])(
  '%j violates a unique key, also as a cause',
  (facts) => {
    expect(isUniqueViolation(thrown(facts))).toBe(true);
    expect(isUniqueViolation(new Error('at work', { cause: thrown(facts) }))).toBe(true);
  },
);

it.each([{ code: '23503' }, { errno: 1451 }, { errcode: 787 }, { message: '23505' }, {}])(
  '%j does not',
  (facts) => {
    expect(isUniqueViolation(thrown(facts))).toBe(false);
  },
);
