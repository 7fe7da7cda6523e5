/**
 * The document with the target of each `$ref` in its place. A schema that holds itself ends as an
 * object of its name; a reference that leads nowhere, or out of the document, stays.
 */
export function withoutReferences<T extends object>(document: T): T {
  return resolve(document, document, []) as T;
}

function resolve(value: unknown, document: object, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, document, within));
  if (!isRecord(value)) return value;
  const { $ref: reference, ...beside } = value;
  if (typeof reference !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, resolve(item, document, within)]),
    );
  }
  if (within.includes(reference)) return { type: 'object', description: nameOf(reference), ...beside };
  const target = targetOf(reference, document);
  if (!isRecord(target)) return value;
  return resolve({ ...target, ...beside }, document, [...within, reference]);
}

/** Resolves a pointer such as `#/components/schemas/User`. */
function targetOf(reference: string, document: object): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined),
      document,
    );
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
