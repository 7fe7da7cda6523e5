/** Variables of an expression, the innermost first. */
export interface Scope {
  lookup(name: string): unknown;
}

/** Whether a condition holds, as in OGNL: null and 0 are false, all else is true. */
export function truthy(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) !== 0;
  return value !== null && value !== undefined;
}

/** Whether two values are equal: a number equals its text, a date its ISO text, null only null. */
export function equal(left: unknown, right: unknown): boolean {
  const [a, b] = [plain(left), plain(right)];
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'string') return b.trim() !== '' && Number(b) === a;
  return typeof b === 'number' && typeof a === 'string' ? equal(b, a) : false;
}

/** Returns -1, 0 or 1; undefined for null and for values without an order. */
export function compare(left: unknown, right: unknown): number | undefined {
  const [a, b] = [plain(left), plain(right)];
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (!isNumeric(a) || !isNumeric(b)) return undefined;
  return Math.sign(Number(a) - Number(b));
}

/** Reads a property of the value's own data, never of its prototype. Null has no properties. */
export function property(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Array.isArray(value)) {
    if (name === 'length' || name === 'size') return value.length;
    return name === 'empty' ? value.length === 0 : null;
  }
  if (typeof value !== 'object' || !isReadable(value, name)) return null;
  const found = (value as Record<string, unknown>)[name];
  return typeof found === 'function' ? null : found;
}

/** Reads an element of a list, or a property by name. */
export function element(value: unknown, index: unknown): unknown {
  if (Array.isArray(value) && typeof index === 'number') return (value as unknown[])[index] ?? null;
  return typeof index === 'string' ? property(value, index) : null;
}

type Method = (value: string | readonly unknown[], argument: unknown) => unknown;

/** Methods of Java strings and collections that conditions may call. */
export const methods: ReadonlyMap<string, { readonly parameters: 0 | 1; readonly call: Method }> = new Map<
  string,
  { readonly parameters: 0 | 1; readonly call: Method }
>([
  ['size', { parameters: 0, call: (value) => value.length }],
  ['length', { parameters: 0, call: (value) => value.length }],
  ['isEmpty', { parameters: 0, call: (value) => value.length === 0 }],
  ['trim', { parameters: 0, call: (value) => text(value).trim() }],
  ['toString', { parameters: 0, call: (value) => text(value) }],
  ['toUpperCase', { parameters: 0, call: (value) => text(value).toUpperCase() }],
  ['toLowerCase', { parameters: 0, call: (value) => text(value).toLowerCase() }],
  ['equals', { parameters: 1, call: (value, other) => equal(value, other) }],
  [
    'equalsIgnoreCase',
    { parameters: 1, call: (value, other) => text(value).toLowerCase() === text(other).toLowerCase() },
  ],
  ['startsWith', { parameters: 1, call: (value, other) => text(value).startsWith(text(other)) }],
  ['endsWith', { parameters: 1, call: (value, other) => text(value).endsWith(text(other)) }],
  ['contains', { parameters: 1, call: contains }],
]);

/** Converts the receiver of a method: numbers to text; null and objects have no methods. */
export function receiver(value: unknown): string | readonly unknown[] | undefined {
  if (Array.isArray(value) || typeof value === 'string') return value as string | unknown[];
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export function text(value: unknown): string {
  const known = plain(value);
  if (known === null || known === undefined) return '';
  return typeof known === 'object' ? JSON.stringify(known) : (known as { toString(): string }).toString();
}

function contains(value: string | readonly unknown[], other: unknown): boolean {
  return typeof value === 'string' ? value.includes(text(other)) : value.some((item) => equal(item, other));
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)));

/** An own property, or a getter of the value's class. */
function isReadable(value: object, name: string): boolean {
  if (Object.hasOwn(value, name)) return name !== '__proto__';
  for (
    let prototype: unknown = Object.getPrototypeOf(value);
    typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) !== null;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    if (Object.getOwnPropertyDescriptor(prototype, name)?.get) return true;
  }
  return false;
}
