const secretName =
  /pass(word|wd|phrase)|secret|token|authorization|cookie|credential|(private|access|signing)[-_]?key/i;
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/g;
const DEEPEST = 6;

export const MASK = '******';

/** A copy without secrets: text under names that stand for one, and what follows `Bearer`. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === DEEPEST) return '[…]';
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && item !== '' && secretName.test(name) ? MASK : maskSecrets(item, depth + 1),
    ]),
  );
}

export function maskText(text: string): string {
  return text.includes('Bearer') || text.includes('Basic') ? text.replace(bearer, `$1 ${MASK}`) : text;
}
