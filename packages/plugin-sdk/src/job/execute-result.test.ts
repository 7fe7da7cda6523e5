import { describe, expect, it } from 'vitest';
import { ExecuteResult } from './execute-result.ts';

describe('spec: L5: result of a job', () => {
  it.each([
    [undefined, 'success'],
    ['12 expired', '12 expired'],
    [{ expired: 12 }, '{"expired":12}'],
    [12, '12'],
    [null, 'null'],
  ])('success(%j) is kept as text', (data, message) => {
    expect(ExecuteResult.success(data)).toEqual({ ok: true, message });
  });

  it('failure gives the reason', () => {
    expect(ExecuteResult.failure('no connection')).toEqual({ ok: false, message: 'no connection' });
  });
});
