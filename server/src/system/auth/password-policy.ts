import { randomInt } from 'node:crypto';
import { PASSWORD_MAX } from '@platform/host-api';
import { PlatformError, type Clock } from '../../kernel/index.ts';

export const PASSWORD_MIN = 8;

/** Passwords that every guessing list begins with. */
const COMMON: ReadonlySet<string> = new Set([
  'password',
  'password1',
  'passw0rd',
  'p@ssw0rd',
  'qwertyui',
  'qwerty123',
  'iloveyou',
  'admin123',
  'admin1234',
  'administrator',
  'letmein1',
  'welcome1',
  'changeme',
  'abcd1234',
  'abc12345',
  '1q2w3e4r',
  '1qaz2wsx',
]);

/**
 * Length over composition: at least 8 characters, at most 128, not the user name, not one of the
 * commonest, not one character or run repeated.
 *
 * @throws PASSWORD_TOO_WEAK
 */
export function assertStrongPassword(password: string, userName: string): void {
  const problem = weakness(password, userName);
  if (!problem) return;
  throw new PlatformError({
    code: 'PASSWORD_TOO_WEAK',
    status: 400,
    message: `The password ${problem}.`,
    fix: `Choose ${PASSWORD_MIN} to ${PASSWORD_MAX} characters that are hard to guess, such as a few unrelated words.`,
  });
}

function weakness(password: string, userName: string): string | undefined {
  const lower = password.toLowerCase();
  if (password.length < PASSWORD_MIN) return `has fewer than ${PASSWORD_MIN} characters`;
  if (password.length > PASSWORD_MAX) return `has more than ${PASSWORD_MAX} characters`;
  if (lower.includes(userName.toLowerCase())) return 'contains the user name';
  if (COMMON.has(lower) || isSequence(lower)) return 'is one of the most common passwords';
  if (new Set(lower).size < 4) return 'uses too few different characters';
  return undefined;
}

function isSequence(text: string): boolean {
  return '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
}

/** Without characters that are mistaken for one another when read aloud or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password of `length` characters, about 5.8 bits each. */
export function generatePassword(length = 16): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * When a password that is set now was chosen: a generated one never was, and its owner is asked for
 * another (design 16-29).
 */
export function chosenAt(clock: Clock, chosen: boolean): string | null {
  return chosen ? new Date(clock.now()).toISOString() : null;
}
