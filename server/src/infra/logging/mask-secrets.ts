import { isError, MASK, reasonOf } from '../../kernel/index.ts';

export { MASK };

const secretName =
  /pass(word|wd|phrase)|secret|token|authorization|cookie|credential|(private|access|signing)[-_]?key/i;
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/g;
const DEEPEST = 6;
/** Characters that a log keeps of one text. */
const LONGEST = 65_536;

/** Whether a name stands for a secret. */
export const namesSecret = (name: string): boolean => secretName.test(name);

/**
 * A copy without secrets: text under names that stand for one, and what follows `Bearer`. What
 * cannot be read, such as a getter that throws, becomes its description.
 */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || isError(value)) return value;
  if (depth === DEEPEST) return '[…]';
  try {
    return maskObject(value, depth + 1);
  } catch {
    return reasonOf(value);
  }
}

function maskObject(value: object, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && item !== '' && secretName.test(name) ? MASK : maskSecrets(item, depth),
    ]),
  );
}

/** A text without what follows `Bearer`, and not longer than a log line should be. */
export function maskText(given: string): string {
  const text = given.length > LONGEST ? `${given.slice(0, LONGEST)}… (${given.length} characters)` : given;
  return text.includes('Bearer') || text.includes('Basic') ? text.replace(bearer, `$1 ${MASK}`) : text;
}
