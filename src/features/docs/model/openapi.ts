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

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface RawOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: ReadonlyArray<{
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }>;
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

export interface OpenApi {
  readonly info?: { readonly title?: string; readonly version?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly required: boolean;
  readonly type: string;
  readonly description: string;
}

/** A body or an answer. */
export interface Payload {
  readonly mediaType: string;
  readonly schema: Schema;
}

/** One address with its method. */
export interface Operation {
  /** `GET /system/user/list`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: Payload | undefined;
  readonly answer: Payload | undefined;
  /** Who may call it. */
  readonly access: 'public' | 'login' | 'monitoring';
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of a document in the order of their paths. */
export function operationsOf({ paths = {} }: OpenApi): Operation[] {
  return Object.entries(paths)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const raw = methods[method];
        return raw ? [operationOf(path, method.toUpperCase(), raw)] : [];
      }),
    );
}

function operationOf(path: string, method: string, raw: RawOperation): Operation {
  return {
    key: `${method} ${path}`,
    method,
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    parameters: (raw.parameters ?? []).flatMap((parameter): Parameter[] =>
      parameter.in === 'path' || parameter.in === 'query'
        ? [
            {
              name: parameter.name,
              place: parameter.in,
              required: parameter.required ?? false,
              type: typeOf(parameter.schema ?? {}),
              description: parameter.description ?? parameter.schema?.description ?? '',
            },
          ]
        : [],
    ),
    body: payloadOf(raw.requestBody),
    answer: payloadOf(raw.responses?.['200']),
    access: accessOf(raw.security),
  };
}

function accessOf(security: RawOperation['security'] = []): Operation['access'] {
  if (security.length === 0) return 'public';
  return security.some((each) => 'monitoring' in each) ? 'monitoring' : 'login';
}

function payloadOf(content: Content | undefined): Payload | undefined {
  const [mediaType, found] = Object.entries(content?.content ?? {})[0] ?? [];
  return mediaType === undefined ? undefined : { mediaType, schema: found?.schema ?? {} };
}

/** A type in one word: `string`, `integer[]`, `"a" | "b"`. */
export function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === undefined) return schema.properties ? 'object' : 'any';
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' | ');
}

/** One field of a payload, such as `rows[].userName`. */
export interface Field {
  readonly name: string;
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
  if (schema.type === 'array') return schema.items && objectIn(schema.items);
  for (const choice of schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) {
    const found = objectIn(choice);
    if (found) return found;
  }
  return undefined;
}

/** A value of the shape, to begin with: what is required, each of the simplest kind. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return exampleOf(choice);
  if (schema.properties) {
    const { properties, required = [] } = schema;
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
  }
  const [type] = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined];
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return 0;
  if (type === 'boolean') return false;
  return type === 'string' ? '' : {};
}
