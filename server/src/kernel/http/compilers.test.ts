import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Compilers } from './compilers.ts';

describe('bodies', () => {
  const validate = new Compilers().validator(
    Type.Object({
      to: Type.Union([
        Type.Literal('all'),
        Type.Object({ users: Type.Array(Type.Integer()) }),
        Type.Object({ roles: Type.Array(Type.String()) }),
      ]),
    }),
    'body',
  );

  it.each([['all'], [{ users: [1] }], [{ roles: ['clerk'] }]])('may be any of several objects: %j', (to) => {
    expect(validate({ to, unknown: true })).toEqual({ value: { to } });
  });

  it('that are none of them are refused', () => {
    expect(validate({ to: { roles: [1] } })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    expect(validate({ to: {} })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });
});
