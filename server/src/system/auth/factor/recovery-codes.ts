import { hash, randomInt } from 'node:crypto';

const COUNT = 10;
/** Base32, as it is spelled: without digits that look like letters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Ten new codes of 80 random bits: `k3vd-7qpa-…`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, randomGroup).join('-'));
}

const randomGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A code as it is compared: without blanks, dashes and capitals. */
export const normalCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/**
 * The stored form. A code has too many random bits to be guessed from it, as session tokens have.
 */
export const codeHash = (code: string): string => hash('sha256', normalCode(code), 'hex');
