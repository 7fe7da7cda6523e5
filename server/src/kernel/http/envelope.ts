import { Readable } from 'node:stream';
import { R } from '@platform/plugin-sdk/core';
import { Type, type TObject, type TSchema } from 'typebox';

/**
 * Wraps a handler's result in the envelope; streams and bytes stay as they are. (spec: Endpoints)
 */
export function toEnvelope(value: unknown): unknown {
  if (value instanceof R || value instanceof Readable || value instanceof Uint8Array) return value;
  if (isPage(value)) return { code: 200, msg: 'success', ...value };
  return { code: 200, msg: 'success', data: value ?? null };
}

function isPage(value: unknown): value is { total: number; rows: unknown[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'total' in value &&
    typeof value.total === 'number' &&
    'rows' in value &&
    Array.isArray(value.rows) &&
    isListOf(Object.keys(value))
  );
}

/** A list, or one that is paged by key, whose total may end at a limit. (design 16-26) */
const isListOf = (names: readonly string[]): boolean =>
  /^(next,)?rows,total(,totalExact)?$/.test(names.toSorted().join());

const head = { code: Type.Integer(), msg: Type.String() };

/** The schema of the whole answer for a route whose data has `schema`. */
export function envelopeSchema(schema: TSchema): TObject {
  const properties = (schema as Partial<TObject>).properties;
  if (properties && isListOf(Object.keys(properties))) {
    return Type.Object({ ...head, ...properties });
  }
  return Type.Object({ ...head, data: schema });
}

/** A failed answer. `error` is the stable code of docs/errors.md. */
export interface ErrorEnvelope {
  readonly code: number;
  readonly msg: string;
  readonly error: string;
  readonly requestId: string;
  readonly details?: unknown;
  readonly fix?: string;
}
