import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { PlatformError } from '@platform/plugin-sdk/core';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import { reasonOf } from '../thrown.ts';
import { toPlatformError } from './failure.ts';

/** Checks one part of a request and coerces it in place. */
export type Validate = (data: unknown) => { value: unknown } | { error: PlatformError };

export type Serialize = (data: unknown) => string;

/**
 * Validators and serialisers of one instance, each compiled at its first use: hundreds of routes
 * then cost nothing at start. A schema is compiled once for all callers.
 *
 * Query and params are coerced, bodies are not; unknown properties are dropped. (design 9.3-13)
 */
export class Compilers {
  readonly #strict = once(() => formats(new Ajv({ ...common, validateSchema: false })));
  readonly #coercing = once(() =>
    formats(new Ajv({ ...common, validateSchema: false, coerceTypes: 'array' })),
  );
  readonly #bodies = new WeakMap<object, Validate>();
  readonly #others = new WeakMap<object, Validate>();
  readonly #serializers = new WeakMap<object, Serialize>();

  /** @param part of the request, such as `body` or `querystring`; named in the error */
  validator(schema: object, part: string): Validate {
    const body = part === 'body';
    return remembered(body ? this.#bodies : this.#others, schema, () =>
      validatorOf(schema, part, body ? this.#strict : this.#coercing),
    );
  }

  serializer(schema: object): Serialize {
    return remembered(this.#serializers, schema, () => serializerOf(schema));
  }
}

/**
 * Each of these is tried on the same data: what the first drops as unknown, the next would miss.
 */
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']);

const common = { useDefaults: true, removeAdditional: true, allErrors: true, strict: false } as const;

/**
 * Checks schemas themselves. The meta-schema takes longer to compile than all schemas of an
 * application, so the process has one; it keeps nothing of a schema that it checked.
 */
const schemaCheck = once(() => new Ajv(common));

function validatorOf(schema: object, part: string, ajv: () => Ajv): Validate {
  const compiled = once((): ValidateFunction => {
    const checked = closed(schema) as object;
    void schemaCheck().validateSchema(checked, true);
    return ajv().compile(checked);
  });
  return (data) => {
    const validate = compiled();
    return validate(data) ? { value: data } : { error: invalid(part, validate.errors ?? []) };
  };
}

function serializerOf(schema: object): Serialize {
  const compiled = once(() => fastJsonStringify(schema as Schema));
  const check = once(() =>
    formats(new Ajv({ allErrors: true, strict: false, validateSchema: false })).compile(schema),
  );
  return (data) => {
    try {
      return compiled()(data);
    } catch (thrown) {
      const places = placesIn(check, data, reasonOf(thrown));
      if (places === '') throw toPlatformError(thrown);
      const message = `The response breaks the schema of its route: ${places}.`;
      throw toPlatformError(new Error(message, { cause: thrown }));
    }
  };
}

/** Parts of a response that its schema refuses; the serialiser names a field, but not where. */
function placesIn(check: () => ValidateFunction, data: unknown, reason: string): string {
  try {
    const validate = check();
    validate(data);
    // Dates and the like are no text for a validator, but for the serialiser.
    const wanted = / is required!$/.test(reason) ? ['required'] : ['type', 'anyOf', 'oneOf', 'enum', 'const'];
    return (validate.errors ?? [])
      .filter(({ keyword, instancePath }) => wanted.includes(keyword) && !isDate(data, instancePath))
      .slice(0, 3)
      .map(({ instancePath, message }) => `response${instancePath} ${message ?? 'is not valid'}`)
      .join('; ');
  } catch {
    return '';
  }
}

function isDate(data: unknown, path: string): boolean {
  const value = path
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], data);
  return value instanceof Date;
}

function formats(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  return ajv;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function remembered<T>(known: WeakMap<object, T>, key: object, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Objects drop further properties unless their schema mentions them, or is one of several. */
function closed(schema: unknown, drops = true): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closed(item, drops));
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value, drops && !ALTERNATIVES.has(key))]),
  );
  if (drops && copy['type'] === 'object' && copy['properties'] && !('additionalProperties' in copy)) {
    copy['additionalProperties'] = false;
  }
  // Parsing a longer number yields another one, such as the identifier of another record.
  return copy['type'] === 'integer' ? { ...EXACT, ...copy } : copy;
}

function invalid(part: string, errors: readonly ErrorObject[]): PlatformError {
  const details = errors.map((error) => ({
    path: `${part}${error.instancePath}`,
    keyword: error.keyword,
    message: error.message ?? 'is not valid',
    ...error.params,
  }));
  const text = details.map((detail) => `${detail.path} ${detail.message}`).join('; ');
  return new PlatformError({
    code: 'VALIDATION_FAILED',
    status: 400,
    message: `The request is not valid: ${text}.`,
    fix: 'Correct the fields in details.',
    details,
  });
}
