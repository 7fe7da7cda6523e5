import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { PlatformError } from '@platform/plugin-sdk/core';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { toPlatformError } from './failure.ts';

/**
 * Gives an instance validators and serialisers that are compiled at their first use: hundreds of routes then cost
 * nothing at start. Query and params are coerced, bodies are not; unknown properties are dropped. (design 9.3-13)
 */
export function useLazyCompilers(instance: FastifyInstance): void {
  const common = { useDefaults: true, removeAdditional: true, allErrors: true, strict: false } as const;
  const strict = once(() => formats(new Ajv(common)));
  const coercing = once(() => formats(new Ajv({ ...common, coerceTypes: 'array' })));
  instance.setValidatorCompiler(({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? strict : coercing;
    const compiled = once((): ValidateFunction => ajv().compile(closed(schema) as object));
    return (data: unknown) => {
      const validate = compiled();
      return validate(data)
        ? { value: data }
        : { error: invalid(httpPart ?? 'request', validate.errors ?? []) };
    };
  });
  instance.setSerializerCompiler(({ schema }) => {
    const compiled = once(() => fastJsonStringify(schema as Schema));
    return (data) => {
      try {
        return compiled()(data);
      } catch (thrown) {
        throw toPlatformError(thrown);
      }
    };
  });
}

function formats(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  return ajv;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Objects that say nothing about further properties drop them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (copy['type'] === 'object' && copy['properties'] && !('additionalProperties' in copy)) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

function invalid(part: string, errors: readonly ErrorObject[]): PlatformError {
  const details = errors.map((error) => ({
    path: `${part}${error.instancePath}`,
    message: error.message ?? 'is not valid',
    ...error.params,
  }));
  const text = details.map((detail) => `${detail.path} ${detail.message}`).join('; ');
  return new PlatformError({
    code: 'VALIDATION_FAILED',
    status: 400,
    message: `The request is not valid: ${text}.`,
    fix: 'Correct the fields named in details.',
    details,
  });
}
