import { PlatformError } from '../../../kernel/index.ts';
import { conflict } from '../../shared/failures.ts';

/** @param status 401 at a login, 400 for a user who is logged in */
export function codeWrong(status: 400 | 401): PlatformError {
  return new PlatformError({
    code: 'SECOND_FACTOR_WRONG',
    status,
    message: 'The code is wrong, or has been used.',
    fix: 'Enter the code that your authenticator shows now. At a login, a recovery code works too. If it is refused again, check the clock of the device.',
    details: { field: 'code' },
  });
}

export const factorOff = (): PlatformError =>
  conflict(
    'SECOND_FACTOR_OFF',
    'This tenant does not use second factors.',
    'Ask an administrator to set login.second-factor to allowed.',
  );

export const factorPresent = (): PlatformError =>
  conflict(
    'SECOND_FACTOR_PRESENT',
    'An authenticator is set up already.',
    'Remove it first, then set up another.',
  );

export const factorMissing = (): PlatformError =>
  conflict('SECOND_FACTOR_MISSING', 'No authenticator is set up.', 'Set one up first.');

export const factorRequired = (): PlatformError =>
  conflict(
    'SECOND_FACTOR_REQUIRED',
    'Your account must have a second factor.',
    'To change to another device, ask an administrator to reset it, then log in.',
  );
