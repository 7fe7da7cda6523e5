import type { Route } from '../../src/kernel/index.ts';

/** A JSON schema, as far as bodies are made from it. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** Identifiers by the name of a parameter or field; `ids` by the path before it. */
export type Identifiers = Readonly<Record<string, string | number>>;

/**
 * A path with its parameters filled.
 *
 * @throws when nothing is known for a parameter: a new route needs its line
 */
export function pathFor(url: string, ids: Identifiers): string {
  return url.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const value = ids[`${url} ${name}`] ?? ids[name];
    if (value === undefined) throw new Error(`No identifier is known for ${name} of ${url}`);
    return String(value);
  });
}

/**
 * A body that matches the route's schema, with identifiers where it requires them; undefined for
 * routes without a body.
 */
export function bodyFor(route: Route, ids: Identifiers): unknown {
  const body = route.schema?.body;
  return body && valueFor(body, '', ids);
}

/** Only what is required, and identifiers. */
function valueFor(shape: Shape, name: string, ids: Identifiers): unknown {
  if (name in ids) return ids[name];
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [first] = shape.anyOf ?? [];
  if (first) return valueFor(first, name, ids);
  const type = typeof shape.type === 'object' ? shape.type[0] : shape.type;
  if (type === 'object') {
    const { properties = {}, required = [] } = shape;
    const taken = Object.entries(properties).filter(([key]) => required.includes(key) || key in ids);
    return Object.fromEntries(taken.map(([key, value]) => [key, valueFor(value, key, ids)]));
  }
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  return shape.pattern?.includes('64}') ? 'f'.repeat(64) : 'intruder';
}
