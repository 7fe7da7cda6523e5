import { randomInt } from 'node:crypto';
import { PASSWORD_MAX } from '@platform/host-api';
import { PlatformError, type Clock } from '../../kernel/index.ts';

/** Rules for passwords, beyond that they are hard to guess. */
export interface PasswordRules {
  /** Fewest characters. */
  readonly minLength: number;
  /** Number of kinds required among lower case, upper case, digits and others. */
  readonly classes: number;
}

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

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
 * Length over composition: at least as many characters as the rules say, at most 128, not the user
 * name, not one of the commonest, not one character or run repeated. Kinds of characters where the
 * operator asks for them. (design 11.7)
 *
 * @throws PASSWORD_TOO_WEAK
 */
export function assertStrongPassword(
  password: string,
  userName: string,
  rules: PasswordRules,
  field?: string,
): void {
  const problem = weakness(password, userName, rules);
  if (!problem) return;
  throw new PlatformError({
    code: 'PASSWORD_TOO_WEAK',
    status: 400,
    message: `The password ${problem.text}.`,
    fix: `Choose ${rules.minLength} to ${PASSWORD_MAX} characters that are hard to guess, such as a few unrelated words${rules.classes > 1 ? `, with at least ${rules.classes} of lower case, upper case, digits and others` : ''}.`,
    details: { params: problem.params, ...(field && { field }) },
  });
}

interface Weakness {
  readonly text: string;
  readonly params: { readonly case: string; readonly [value: string]: string | number };
}

function weakness(password: string, userName: string, rules: PasswordRules): Weakness | undefined {
  const lower = password.toLowerCase();
  if (password.length < rules.minLength)
    return weak('short', `has fewer than ${rules.minLength} characters`, { least: rules.minLength });
  if (password.length > PASSWORD_MAX)
    return weak('long', `has more than ${PASSWORD_MAX} characters`, { most: PASSWORD_MAX });
  if (lower.includes(userName.toLowerCase())) return weak('name', 'contains the user name');
  if (COMMON.has(lower) || isSequence(lower)) return weak('common', 'is one of the most common passwords');
  if (new Set(lower).size < 4) return weak('repeated', 'uses too few different characters');
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (kinds < rules.classes) {
    const text = `has ${kinds} of lower case, upper case, digits and others, and needs ${rules.classes}`;
    return weak('kinds', text, { kinds, needed: rules.classes });
  }
  return undefined;
}

const weak = (kind: string, text: string, values: Readonly<Record<string, number>> = {}): Weakness => ({
  text,
  params: { case: kind, ...values },
});

function isSequence(text: string): boolean {
  return '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
}

/** Without characters that are mistaken for one another when read aloud or copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * A random password of at least 16 characters, about 5.8 bits each.
 *
 * @param rules that it fulfils
 */
export function generatePassword(
  { minLength, classes }: PasswordRules = { minLength: 16, classes: 3 },
): string {
  // A dash is the other kind of character.
  const alphabet = classes === KINDS.length ? `${ALPHABET}-` : ALPHABET;
  for (;;) {
    const length = Math.max(16, minLength);
    const password = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    if (KINDS.filter((kind) => kind.test(password)).length >= classes) return password;
  }
}

/**
 * When a password that is set now was chosen: a generated one never was, and its owner is asked for
 * another (design 16-29).
 */
export function chosenAt(clock: Clock, chosen: boolean): string | null {
  return chosen ? new Date(clock.now()).toISOString() : null;
}
