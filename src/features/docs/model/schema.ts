/** The part of JSON schema that documents of the host and its applications use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

/** A type in one word: `string`, `integer[]`, `"a" | "b"`. */
export function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.allOf) return 'object';
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === undefined) return schema.properties ? 'object' : 'any';
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' | ');
}

/** One field of a payload, such as `rows[].userName`. */
export interface Field {
  /** From the root, which names it for certain. */
  readonly name: string;
  /** Its own part of the name. */
  readonly leaf: string;
  /** Objects around it. */
  readonly depth: number;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Levels of objects within each other that are shown. */
const DEEPEST = 4;

/** The fields of a payload, those within others after them. */
export function fieldsOf(schema: Schema, within = '', depth = 0): Field[] {
  if (depth >= DEEPEST) return [];
  const inner = objectIn(schema);
  if (!inner) return [];
  const suffix = schema.type === 'array' ? '[]' : '';
  const before = within === '' ? (suffix ? `${suffix}.` : '') : `${within}${suffix}.`;
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => [
    {
      name: before + name,
      leaf: name,
      depth,
      type: typeOf(field),
      required: inner.required?.includes(name) ?? false,
      description: field.description ?? '',
    },
    ...fieldsOf(field, before + name, depth + 1),
  ]);
}

/** The object that a schema is, holds in an array, or may be beside null. */
function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.allOf) return merged(schema.allOf);
  if (schema.type === 'array') return schema.items && objectIn(schema.items);
  for (const choice of schema.anyOf ?? schema.oneOf ?? []) {
    const found = objectIn(choice);
    if (found) return found;
  }
  return undefined;
}

/** One object with the fields of all parts. */
function merged(parts: readonly Schema[]): Schema {
  const objects = parts.flatMap((part) => objectIn(part) ?? []);
  return {
    type: 'object',
    properties: Object.assign(
      {},
      ...objects.map(({ properties }) => properties),
    ) as Schema['properties'] & {},
    required: objects.flatMap(({ required = [] }) => required),
  };
}

/**
 * A value of the shape. A body begins with what is required; an answer has all fields, and one item
 * in each list.
 */
export function exampleOf(schema: Schema, fields: 'required' | 'all' = 'required', depth = 0): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return exampleOf(choice, fields, depth);
  const inner = schema.allOf ? merged(schema.allOf) : schema;
  if (inner.properties) {
    if (depth > DEEPEST) return {};
    const { properties, required = [] } = inner;
    const names = fields === 'all' ? Object.keys(properties) : required;
    return Object.fromEntries(
      names.map((name) => [name, exampleOf(properties[name] ?? {}, fields, depth + 1)]),
    );
  }
  const [type] = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined];
  if (type === 'array')
    return fields === 'all' && schema.items ? [exampleOf(schema.items, fields, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return 0;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return type === 'string' ? '' : {};
}
