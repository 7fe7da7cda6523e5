import { expect, it } from 'vitest';
import { ApiFailure } from './api-client.ts';
import { failureOf } from './errors.ts';

it('advises a login where the host wants a fresh proof, and ends with 3', () => {
  const wanted = new ApiFailure('/x', {
    code: 403,
    msg: 'Needs a proof.',
    error: 'PROOF_NEEDED',
    fix: 'POST /auth/proof',
  });
  expect(failureOf(wanted)).toMatchObject({
    exitCode: 3,
    fix: 'Log in again: npx platform login --user <name>',
  });
});

it.each([
  ['FORBIDDEN', 3],
  ['LOGIN_FAILED', 3],
  ['SESSION_EXPIRED', 3],
  ['APP_NOT_FOUND', 1],
])('ends with another number where somebody may not do it: %s %i', (error, exitCode) => {
  expect(failureOf(new ApiFailure('/x', { code: 400, msg: 'No.', error })).exitCode).toBe(exitCode);
});
